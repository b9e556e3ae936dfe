//! Jobs at a service that loses them, answers late, lies, or refuses: what is sent, what is kept, what is paid for.

mod lab;
mod life;
mod series;
mod spending;
