//! Strategies and slow twins for tests.
