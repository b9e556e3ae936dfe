//! Limits on the requests of one address and of all together.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::links::Token;

/// Limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerLimits {
    /// Number of games that are kept, and a tenth as many besides that are of classes. A new one replaces the one that
    /// is used least.
    pub games: u64,
    /// Games that one address may begin in an hour.
    pub games_per_address: u32,
    /// Requests a second of one address, and ten times as many for files of the page; bursts may be twice as
    /// large.
    pub requests: u32,
    /// Streams of events that one address may have open.
    pub streams: u32,
    /// Connections at a time, a quarter of them from one address.
    pub connections: u32,
    /// Days after which a game that was played makes room as readily as one that nobody plays does after an hour.
    pub days: u32,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            games: 100_000,
            games_per_address: 120,
            requests: 100,
            streams: 32,
            connections: 2048,
            days: 30,
        }
    }
}

/// The most bytes of a request's body.
pub(crate) const MOST_BODY: usize = 16 << 10;

/// The most lines of a record: no game is as long that is meant to end.
pub(crate) const MOST_LINES: usize = 10_000;

/// The most bytes of a recorded game: a few hundred for each line, as with legal moves and boards of a trace.
pub(crate) const MOST_RECORD: usize = 4 << 20;

/// The most bytes of a request's body that may hold one, as JSON text: most of its bytes may need two.
pub(crate) const MOST_LOADED: usize = 2 * MOST_RECORD + MOST_BODY;

/// Number of studies that are kept, of some KiB each.
pub(crate) const MOST_STUDIES: u64 = 100_000;

/// For how many days a study is kept that nobody opens.
pub(crate) const STUDY_DAYS: u32 = 365;

/// Studies that one address may keep in an hour.
pub(crate) const STUDIES: u32 = 120;

/// The columns of a picture.
pub(crate) const PICTURE_WIDTHS: RangeInclusive<u32> = 64..=2048;

/// Pictures drawn for one address in a second; bursts may be larger.
pub(crate) const PICTURES: u32 = 4;

/// The most bytes of answers that wait to be sent to one client.
pub(crate) const UNSENT: u32 = 32 << 20;

/// Multiple of a client's limits that its group has.
const GROUP: u32 = 4;

/// Number of addresses above which those with a full allowance are forgotten.
const REMEMBERED: usize = 10_000;

/// Somebody whose requests are counted together: whoever an address stands for, or a member of a class, many of
/// whom may have one address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// With IPv6 one client has a network of 64 bits.
    Address(IpAddr),
    /// A network of 48 bits, as many providers give to one customer.
    Network(Ipv6Addr),
    /// A member of a class by number, or all of them together.
    Class(Token, Option<u32>),
}

impl Client {
    /// Nobody in particular, as when the server goes on by itself.
    pub(crate) const NOBODY: Self = Self(Kind::Address(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));

    /// A member of a class.
    pub(crate) fn of_class(class: Token, number: u32) -> Self {
        Self(Kind::Class(class, Some(number)))
    }

    /// All that it is counted with besides: the class of a member, or the IPv6 network of 48 bits that an address is
    /// of.
    pub(crate) fn group(self) -> Option<Self> {
        match self.0 {
            Kind::Class(class, Some(_)) => Some(Self(Kind::Class(class, None))),
            Kind::Address(IpAddr::V6(address)) => {
                let bits = u128::from(address) & (u128::MAX << 80);
                Some(Self(Kind::Network(bits.into())))
            }
            Kind::Class(..) | Kind::Address(_) | Kind::Network(_) => None,
        }
    }

    /// The one whose turn it is where clients take turns: all addresses of a network have one together, and each
    /// member of a class has its own.
    pub(crate) fn in_turn(self) -> Self {
        match self.0 {
            Kind::Address(_) => self.group().unwrap_or(self),
            Kind::Class(..) | Kind::Network(_) => self,
        }
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(Kind::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let bits = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(bits.into())
            }
            address @ IpAddr::V4(_) => address,
        }))
    }
}

/// So many things a time for each client, some more at once.
#[derive(Debug)]
pub(crate) struct Rate {
    most: f64,
    per_second: f64,
    /// Allowance left to each client, and the time of that count.
    left: Mutex<HashMap<Client, (f64, Instant)>>,
}

impl Rate {
    /// `times` in each `span`, and up to `most` at once.
    pub(crate) fn new(times: u32, span: Duration, most: u32) -> Self {
        Self {
            most: f64::from(most),
            per_second: f64::from(times) / span.as_secs_f64(),
            left: Mutex::default(),
        }
    }

    /// Takes one; else how long to wait.
    pub(crate) fn take(&self, who: Client, now: Instant) -> Result<(), Duration> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now_left = |&(left, then): &(f64, Instant)| {
            let gained = now.saturating_duration_since(then).as_secs_f64() * self.per_second;
            (left + gained).min(self.most)
        };
        if left.len() >= REMEMBERED && !left.contains_key(&who) {
            left.retain(|_, entry| now_left(entry) < self.most);
        }
        let entry = left.entry(who).or_insert((self.most, now));
        *entry = (now_left(entry), now);
        if entry.0 >= 1.0 {
            entry.0 -= 1.0;
            return Ok(());
        }
        // A rate of nothing never has room again; a day is as good as never.
        let seconds = ((1.0 - entry.0) / self.per_second).min(86_400.0);
        Err(Duration::from_secs_f64(seconds))
    }

    /// Time of a client's last request.
    pub(crate) fn last(&self, who: Client) -> Option<Instant> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.get(&who).map(|&(_, then)| then)
    }

    /// Gives one back that led to nothing.
    pub(crate) fn give_back(&self, who: Client) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((left, _)) = left.get_mut(&who) {
            *left = (*left + 1.0).min(self.most);
        }
    }
}

/// The same for clients and their groups, which may have four times as much.
#[derive(Debug)]
pub(crate) struct ClientRate {
    own: Rate,
    groups: Rate,
}

impl ClientRate {
    /// `times` in each `span`, and up to `most` at once.
    pub(crate) fn new(times: u32, span: Duration, most: u32) -> Self {
        let of_group = |times: u32| times.saturating_mul(GROUP);
        Self {
            own: Rate::new(times, span, most),
            groups: Rate::new(of_group(times), span, of_group(most)),
        }
    }

    /// Takes one; else how long to wait.
    pub(crate) fn take(&self, who: Client, now: Instant) -> Result<(), Duration> {
        let Some(group) = who.group() else {
            return self.own.take(who, now);
        };
        // A group that has none left adds no more clients to those that are remembered.
        self.groups.take(group, now)?;
        let taken = self.own.take(who, now);
        taken.inspect_err(|_| self.groups.give_back(group))
    }

    /// Time of a client's last request.
    pub(crate) fn last(&self, who: Client) -> Option<Instant> {
        self.own.last(who)
    }

    /// Gives one back that led to nothing.
    pub(crate) fn give_back(&self, who: Client) {
        self.own.give_back(who);
        if let Some(group) = who.group() {
            self.groups.give_back(group);
        }
    }
}

/// Things that a client holds, up to a number.
#[derive(Debug)]
struct Quota<K> {
    most: u32,
    held: Mutex<HashMap<K, u32>>,
}

/// Some of them, until it is dropped.
#[derive(Debug)]
struct Hold<K: Hash + Eq> {
    of: Arc<Quota<K>>,
    who: K,
    number: u32,
}

impl<K: Hash + Eq + Copy> Quota<K> {
    fn new(most: u32) -> Self {
        Self {
            most,
            held: Mutex::default(),
        }
    }

    fn is_held(&self, who: K) -> bool {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.contains_key(&who)
    }

    /// Takes so many, if they are left.
    fn take(self: &Arc<Self>, who: K, number: u32) -> Option<Hold<K>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.get(&who).copied().unwrap_or(0).checked_add(number)?;
        if count > self.most {
            return None;
        }
        held.insert(who, count);
        Some(Hold {
            of: Arc::clone(self),
            who,
            number,
        })
    }
}

impl<K: Hash + Eq> Drop for Hold<K> {
    fn drop(&mut self) {
        let mut held = self.of.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.who) {
            *count -= self.number;
            if *count == 0 {
                held.remove(&self.who);
            }
        }
    }
}

/// Things that clients and their groups hold, up to a number of each.
#[derive(Debug)]
pub(crate) struct ClientQuota {
    own: Arc<Quota<Client>>,
    groups: Arc<Quota<Client>>,
}

/// Hold of a client and its group, until it is dropped.
#[derive(Debug)]
pub(crate) struct ClientHold {
    _own: Hold<Client>,
    _group: Option<Hold<Client>>,
}

impl ClientQuota {
    /// So many for a client, and four times as many for its group.
    pub(crate) fn new(most: u32) -> Self {
        Self::with_groups(most, most.saturating_mul(GROUP))
    }

    /// So many for a client, and for its group.
    pub(crate) fn with_groups(most: u32, of_group: u32) -> Self {
        Self {
            own: Arc::new(Quota::new(most)),
            groups: Arc::new(Quota::new(of_group)),
        }
    }

    /// Returns `true` if a client holds one.
    pub(crate) fn is_held(&self, who: Client) -> bool {
        self.own.is_held(who)
    }

    /// Takes so many, if they are left.
    pub(crate) fn take(&self, who: Client, number: u32) -> Option<ClientHold> {
        let group = match who.group() {
            Some(group) => Some(self.groups.take(group, number)?),
            None => None,
        };
        Some(ClientHold {
            _own: self.own.take(who, number)?,
            _group: group,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::from(address.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn a_rate_is_had_again_as_time_goes_by_and_by_each_alone() {
        let rate = Rate::new(2, Duration::from_secs(1), 3);
        let begin = Instant::now();
        let at = |millis| begin + Duration::from_millis(millis);
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        for _ in 0..3 {
            assert_eq!(rate.take(one, at(0)), Ok(()));
        }
        assert_eq!(rate.take(one, at(0)), Err(Duration::from_millis(500)));
        assert_eq!(rate.take(other, at(0)), Ok(()));
        assert_eq!(rate.take(one, at(500)), Ok(()));
        assert!(rate.take(one, at(500)).is_err());
        for _ in 0..3 {
            assert_eq!(rate.take(one, at(60_000)), Ok(()));
        }
        assert!(rate.take(one, at(60_000)).is_err());
    }

    #[test]
    fn networks_of_one_client_count_as_one() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:1"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }

    #[test]
    fn a_network_of_48_bits_has_no_more_than_four_of_64() {
        let rate = ClientRate::new(10, Duration::from_hours(1), 10);
        let quota = ClientQuota::new(10);
        let now = Instant::now();
        let of_network = |n: u32| client(&format!("2001:db8:7:{:x}::1", n % 17));
        let taken = (0..1700).filter(|&n| rate.take(of_network(n), now).is_ok());
        assert_eq!(taken.count(), 40);
        let held: Vec<_> = (0..1700)
            .filter_map(|n| quota.take(of_network(n), 1))
            .collect();
        assert_eq!(held.len(), 40);
        assert!(rate.take(client("2001:db8:8::1"), now).is_ok());
        assert!(quota.take(client("2001:db8:8::1"), 10).is_some());
        drop(held);
        assert!(quota.take(of_network(0), 10).is_some());
        rate.give_back(of_network(0));
        assert!(rate.take(of_network(0), now).is_ok());
    }

    #[test]
    fn what_is_held_is_given_back() {
        let held = Arc::new(Quota::new(2));
        let (first, second) = (held.take(7, 1), held.take(7, 1));
        assert!(first.is_some() && second.is_some() && held.take(7, 1).is_none());
        assert!(held.take(8, 2).is_some());
        drop(first);
        assert!(held.take(7, 2).is_none());
        assert!(held.take(7, 1).is_some());
    }
}
