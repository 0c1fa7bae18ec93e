//! Plays one random game by texts: random GAME SEED
use std::ffi::{c_char, CString};

#[repr(C)]
#[derive(Clone, Copy)]
struct Position {
    words: [u64; 12], // thera_position; its fields are not needed here
}

#[link(name = "thera")]
extern "C" {
    fn thera_position_start(game: *const c_char, variant: *const c_char, pos: *mut Position,
        err: *mut u8, err_len: i64) -> i32;
    fn thera_position_moves(pos: *const Position, out: *mut u8, out_len: i64, err: *mut u8, err_len: i64) -> i32;
    fn thera_position_play(pos: *const Position, mv: *const c_char, next: *mut Position,
        moves: *mut u8, moves_len: i64, err: *mut u8, err_len: i64) -> i32;
}

/// Runs a call with a buffer for what it writes and returns that text, or stops with the message.
fn text(call: impl Fn(*mut u8, i64, *mut u8, i64) -> i32) -> String {
    let (mut out, mut err) = (vec![0u8; 1 << 20], [0u8; 512]);
    let n = call(out.as_mut_ptr(), out.len() as i64, err.as_mut_ptr(), err.len() as i64);
    if n < 0 {
        panic!("{}", String::from_utf8_lossy(&err).trim_end_matches('\0'));
    }
    String::from_utf8_lossy(&out[..n as usize]).into_owned()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = CString::new(args[1].as_str()).unwrap();
    let mut seed: u64 = args[2].parse().unwrap();
    let mut pos = Position { words: [0; 12] };
    let p: *mut Position = &mut pos;
    text(|_, _, err, len| unsafe { thera_position_start(game.as_ptr(), std::ptr::null(), p, err, len) });
    let mut moves = text(|out, n, err, len| unsafe { thera_position_moves(p, out, n, err, len) });
    while !moves.is_empty() {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let all: Vec<&str> = moves.lines().collect();
        let chosen = all[(seed >> 33) as usize % all.len()];
        println!("{chosen}");
        let mv = CString::new(chosen).unwrap();
        moves = text(|out, n, err, len| unsafe { thera_position_play(p, mv.as_ptr(), p, out, n, err, len) });
    }
}
