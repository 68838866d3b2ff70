//! A sample that is the same every time.

use fixedbitset::FixedBitSet;

/// `n_pivots` distinct numbers below `n`, in the order in which a fixed generator draws them; all
/// numbers where there are not more.
pub fn pivots(n: usize, n_pivots: usize) -> Vec<usize> {
    if n <= n_pivots {
        return (0..n).collect();
    }
    let mut generator = MersenneTwister::seeded(SEED);
    let mut drawn = FixedBitSet::with_capacity(n);
    let mut pivots = Vec::with_capacity(n_pivots);
    while pivots.len() < n_pivots {
        let pivot = generator.below(n as u32) as usize;
        if !drawn.put(pivot) {
            pivots.push(pivot);
        }
    }
    pivots
}

const SEED: u32 = 7;

const SIZE: usize = 624;
const SHIFT: usize = 397;

/// The generator MT19937: its sequence is fixed by its definition, unlike that of a library whose
/// next version may draw otherwise.
struct MersenneTwister {
    state: [u32; SIZE],
    next: usize,
}

impl MersenneTwister {
    /// Initialised by an array of one number.
    fn seeded(key: u32) -> Self {
        let mut state = [0; SIZE];
        state[0] = 19_650_218_u32;
        for i in 1..SIZE {
            state[i] = mixed(state[i - 1]).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        for _ in 0..SIZE {
            state[i] = (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_664_525)).wrapping_add(key);
            i = wrap(&mut state, i);
        }
        for _ in 1..SIZE {
            let product = mixed(state[i - 1]).wrapping_mul(1_566_083_941);
            state[i] = (state[i] ^ product).wrapping_sub(i as u32);
            i = wrap(&mut state, i);
        }
        state[0] = 1 << 31;
        Self { state, next: SIZE }
    }

    /// Uniform below `n`, which is not zero: too large draws are repeated.
    fn below(&mut self, n: u32) -> u32 {
        let unused = n.leading_zeros();
        loop {
            let draw = self.draw() >> unused;
            if draw < n {
                return draw;
            }
        }
    }

    fn draw(&mut self) -> u32 {
        if self.next == SIZE {
            self.twist();
            self.next = 0;
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn twist(&mut self) {
        for i in 0..SIZE {
            let joined = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % SIZE] & 0x7fff_ffff);
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + SHIFT) % SIZE] ^ (joined >> 1) ^ odd;
        }
    }
}

fn mixed(word: u32) -> u32 {
    word ^ (word >> 30)
}

/// The next position; past the last one, the last word becomes the first.
fn wrap(state: &mut [u32; SIZE], i: usize) -> usize {
    if i + 1 < SIZE {
        return i + 1;
    }
    state[0] = state[SIZE - 1];
    1
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::graph::vectors;

    #[test]
    fn samples_are_as_recorded() {
        for case in vectors::section("betweenness_pivots") {
            let number = |key: &str| case[key].as_u64().expect("a number") as usize;
            let drawn = pivots(number("nodes"), number("k"));
            assert_eq!(json!(drawn[..10]), case["first_10"]);
            assert_eq!(json!(drawn[drawn.len() - 3..]), case["last_3"]);
            assert_eq!(drawn.iter().sum::<usize>(), number("sum"));
        }
        assert_eq!(pivots(3, 300), [0, 1, 2]);
    }
}
