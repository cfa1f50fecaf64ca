//! A table of carcassonne-ai: a question a line, an answer a line. Its seven files are read where they lie.

extern crate derive;
extern crate self as rocket;
use std::io::{stdin, BufRead};
use std::panic::{catch_unwind, set_hook};

pub mod serde {
    pub use ::derive::{Deserialize, Serialize};
}

/// Stands for its web server's errors.
pub mod error {
    #[derive(Debug)]
    pub struct Error {
        pub detail: Detail,
    }
    #[derive(Debug)]
    pub struct Detail {
        pub msg: String,
    }
    pub fn moves_invalid_error(msg: String) -> Error {
        Error { detail: Detail { msg } }
    }
}

mod database {}

#[allow(dead_code, unused_imports)]
#[path = "../../build/peers/carcassonne-ai/backend/src/game"]
mod game {
    pub mod calculate;
    pub mod calculate_next_move;
    mod database {}
    mod decoder {}
    pub mod evaluate;
    pub mod mergeable_feature;
    pub mod mov;
    pub mod solver;
    pub mod tile;
}

use game::calculate::{calculate, calculate_tileable_positions, Feature, Status, TileItem};
use game::calculate_next_move::calculate_next_move;
use game::mov::{DiscardMove, MeepleMove, Move, TileMove};
use game::tile::{tiles, to_tile, Tile};

const NO_MEEPLE: i32 = -1;

fn main() {
    set_hook(Box::new(|_| {})); // a panic is an answer, too
    let mut moves: Vec<Move> = vec![];
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split_whitespace();
        let question = words.next().unwrap();
        let n: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
        match question {
            "new" => {
                moves.clear();
                lay(&mut moves, Tile::StartingTile, 0, 0, 0, NO_MEEPLE, 1);
                println!("ok");
            }
            "play" => {
                lay(&mut moves, to_tile(n[0]), n[1], n[2], n[3], n[4], n[5]);
                println!("{}", calculate(&moves, false).map_or_else(|e| e.detail.msg, |_| "ok".to_string()));
            }
            "discard" => {
                let (ord, tile) = (moves.len() as i32, to_tile(n[0]));
                moves.push(Move::DMove(DiscardMove { id: 0, ord, game_id: None, player_id: n[1], tile }));
                println!("ok");
            }
            "tiles" => println!("{}", described()),
            "legal" => println!("{}", legal(&moves, to_tile(n[0]), n[1])),
            "points" => println!("{}", points(&calculate(&moves, n[0] == 1).unwrap())),
            "bot" => {
                let asked = catch_unwind(|| calculate_next_move(&moves, None, 0, 1, n[1], to_tile(n[0])));
                match asked {
                    Ok(Some((t, m))) => println!("{} {} {} {}", t.rot, t.pos.0, t.pos.1, m.meeple_pos),
                    Ok(None) => println!("none"),
                    Err(_) => println!("panic"),
                }
            }
            _ => panic!("no such question"),
        }
    }
}

/// A tile and a meeple on it, without asking whether they may.
fn lay(moves: &mut Vec<Move>, tile: Tile, rot: i32, y: i32, x: i32, meeple_pos: i32, player_id: i32) {
    let (ord, pos) = (moves.len() as i32, (y, x));
    let meeple_id = match meeple_pos {
        NO_MEEPLE => NO_MEEPLE,
        _ => supply(&calculate(moves, false).unwrap(), player_id).into_iter().min().unwrap(),
    };
    moves.push(Move::TMove(TileMove { id: 0, ord, game_id: None, player_id, tile, rot, pos }));
    let ord = ord + 1;
    moves.push(Move::MMove(MeepleMove { id: 0, ord, game_id: None, player_id, meeple_id, tile_pos: pos, meeple_pos }));
}

fn supply(status: &Status, player: i32) -> Vec<i32> {
    let meeples = if player == 0 { &status.player0_remaining_meeples } else { &status.player1_remaining_meeples };
    meeples.iter().cloned().collect()
}

fn points(s: &Status) -> String {
    let (left0, left1) = (supply(s, 0).len(), supply(s, 1).len());
    format!("{} {} {} {}", s.player0_point, s.player1_point, left0, left1)
}

/// Every legal move: rotation, row, column and where the meeple stands.
fn legal(moves: &Vec<Move>, tile: Tile, player_id: i32) -> String {
    let mut found = vec![];
    let left = supply(&calculate(moves, false).unwrap(), player_id).len();
    for p in calculate_tileable_positions(moves, tile) {
        let mut tried = moves.clone();
        tried.push(Move::TMove(TileMove { id: 0, ord: 0, game_id: None, player_id, tile, rot: p.rot, pos: p.pos }));
        let mut meeples = vec![NO_MEEPLE];
        if left > 0 {
            meeples.extend(calculate(&tried, false).unwrap().meepleable_positions);
        }
        found.extend(meeples.iter().map(|m| format!("{} {} {} {}", p.rot, p.pos.0, p.pos.1, m)));
    }
    found.join(";")
}

/// Each tile: its number, its copies, the kinds of its features, and which of them its sides E N W S show.
fn described() -> String {
    let mut found = vec![];
    for number in 0..24 {
        let tile = to_tile(number);
        let t = TileItem { id: 0, tile, rot: 0, feature_starting_id: 0, meeple_id: None, meeple_pos: None };
        let copies = tiles().iter().filter(|&&other| other == tile).count() + (tile == Tile::StartingTile) as usize;
        let kinds: Vec<String> = t.features().into_iter().map(|f| Feature::to_string(f.feature)).collect();
        let sides: Vec<String> = [t.right_features(), t.top_features(), t.left_features(), t.bottom_features()]
            .iter()
            .map(|side| side.iter().map(|f| f.id.to_string()).collect::<Vec<_>>().join(","))
            .collect();
        found.push(format!("{} {} {} {}", number, copies, kinds.join(","), sides.join("/")));
    }
    found.join(";")
}
