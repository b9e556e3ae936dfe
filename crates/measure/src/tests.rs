//! Games that are measured by a device which is told what to do: to lie, to be late, to fail.

mod device;
mod game;
mod jobs;
mod kinds;
mod measuring;
mod pools;
mod prefetching;
mod records;
mod toy;
