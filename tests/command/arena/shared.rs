//! Tournaments that several processes play.

use std::fs;

use super::{CUP, show, temporary, text, verified, whole, with_out};
use crate::command::{command, printed, printed_by, run};

#[test]
fn parts_in_folders_of_their_own_are_merged_into_the_whole() {
    let folder = temporary();
    let parts = ["1", "2", "3"].map(|index| folder.path().join(index));
    for (part, shard) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
        let args = [CUP, &["--shard", shard]].concat();
        printed(&with_out(&args, part));
    }
    let all = folder.path().join("all");
    let mut args = vec!["arena", "merge", "--out", text(&all)];
    args.extend(parts.iter().map(|part| text(part)));
    assert_eq!(printed(&args), whole(CUP));
    let games = all.join("games.jsonl");
    assert_eq!(verified(&games), 90);
    let merged = fs::read(&games).unwrap();
    // In order, and each once: the order of the parts says nothing.
    let again = folder.path().join("again");
    let mut args = vec!["arena", "merge", "--out", text(&again)];
    args.extend(parts.iter().rev().map(|part| text(part)));
    printed(&args);
    assert_eq!(fs::read(again.join("games.jsonl")).unwrap(), merged);
}

#[test]
fn parts_may_be_played_in_one_folder_at_the_same_time() {
    let folder = temporary();
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let args = [CUP, &["--shard", shard]].concat();
        command(&with_out(&args, folder.path()))
    });
    let running = shards.map(|mut shard| std::thread::spawn(move || printed_by(&mut shard)));
    for shard in running {
        shard.join().unwrap();
    }
    assert_eq!(show(folder.path()), whole(CUP));
}

#[test]
fn what_parts_have_left_is_played_by_one_process() {
    let folder = temporary();
    let args = [CUP, &["--shard", "2/3"]].concat();
    let part = printed(&with_out(&args, folder.path()));
    assert!(part.contains("30 of 90 games"), "{part}");
    assert_eq!(
        printed(&["arena", "--resume", text(folder.path())]),
        whole(CUP)
    );
}

#[test]
fn tasks_of_a_job_array_share_the_games() {
    let folder = temporary();
    for index in ["0", "1", "2"] {
        let args = [CUP, &["--shard", "auto/3"]].concat();
        let mut task = command(&with_out(&args, folder.path()));
        task.env("JOB_COMPLETION_INDEX", index);
        printed_by(&mut task);
    }
    assert!(folder.path().join("games-3-of-3.jsonl").exists());
    assert_eq!(show(folder.path()), whole(CUP));
    for (option, told) in [
        (
            "auto",
            "Kubernetes does not tell how many tasks the array has",
        ),
        ("auto/0", "a part is written i/n, from 1/n to n/n, or auto"),
    ] {
        let args = [CUP, &["--shard", option]].concat();
        let mut task = command(&with_out(&args, folder.path()));
        let done = run(task.env("JOB_COMPLETION_INDEX", "0"));
        assert_eq!(done.code, Some(2));
        assert!(done.err.contains(told), "{}", done.err);
    }
}
