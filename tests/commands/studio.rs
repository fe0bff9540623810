//! `moverlog studio` over plain connections: what it answers, whom it refuses, and that hostile input leaves nothing
//! behind. What the page looks like is tested in `web/test/`.

use crate::support::command::{err, out, run, status};
use crate::support::studio::{RACE, Studio, received, text};
use serde_json::{Value, json};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Takes millions of states, and seconds.
fn large() -> Value {
    json!({"source": text("models/classic/counter.mover"), "constants": {"N": 12}, "rules": "interleaving"})
}

#[test]
fn the_page_and_what_it_begins_with() {
    let studio = Studio::start(&[RACE]);
    let (status, page) = studio.request("GET", "", "", "").unwrap();
    assert!(status == 200 && page.contains("studio.js"), "{page}");
    let (status, start) = studio.request("GET", "api/start", "", "").unwrap();
    let start: Value = serde_json::from_str(&start).unwrap();
    assert_eq!((status, &start["model"]["text"]), (200, &json!(text(RACE))));
    assert_eq!(start["lessons"].as_array().map(Vec::len), Some(6));
    let files = start["files"].as_array().unwrap();
    assert!(files.contains(&json!("02_lock.mover")), "{files:?}");
    for path in ["studio.js", "studio.css", "api/rules/reduction"] {
        assert_eq!(studio.request("GET", path, "", "").unwrap().0, 200, "{path}");
    }
    assert_eq!(studio.request("GET", "api/rules/nonsense", "", "").unwrap().0, 404);
    assert_eq!(studio.request("DELETE", "", "", "").unwrap().0, 405);
}

#[test]
fn a_model_is_checked_as_on_the_command_line() {
    let studio = Studio::start(&[]);
    let (_, wrong) = studio.ask("check", &json!({"source": text(RACE)}));
    assert!(
        wrong["page"]["verdict"]["sentence"]
            .as_str()
            .unwrap()
            .ends_with("goes wrong at C (line 17): assert(done < 2 || x == 2)")
    );
    assert!(
        wrong["page"]["source"]["marks"].as_array().is_some_and(|m| m.iter().any(|m| m["letters"] == json!(["N"])))
    );
    let printed: Value = serde_json::from_str(&out(&run(&["report", RACE, "--format", "json"]))).unwrap();
    for part in ["verdict", "counts", "trace", "summaries", "derivations", "source"] {
        assert_eq!(wrong["page"][part], printed[part], "{part}");
    }
    let (_, ill) = studio.ask("check", &json!({"source": "void T() { y = 1; } P = { T() };"}));
    assert_eq!((&ill["page"], &ill["diagnostics"][0]["line"]), (&Value::Null, &json!(1)));
    let (_, quick) = studio.ask("diagnostics", &json!({"source": "void T() { y = 1; } P = { T() };"}));
    assert_eq!(quick["diagnostics"], ill["diagnostics"]);
    let (_, cut) = studio.ask("check", &json!({"source": text("models/qrr/figure8.mover"), "rules": "reduction"}));
    assert_eq!(cut["page"]["verdict"]["name"], "inconclusive");
    let (_, refused) = studio.ask("check", &json!({"source": text(RACE), "rules": "nonsense"}));
    assert_eq!(refused["diagnostics"][0]["message"], "no ruleset `nonsense`");
    let (status, file) = studio.send(studio.question("report", &json!({"source": text(RACE)})).as_bytes()).unwrap();
    assert!(status == 200 && file.starts_with("<!doctype html>") && file.contains("goes wrong at C"));
}

#[test]
fn an_edited_premise_is_told_from_the_original() {
    let studio = Studio::start(&[]);
    let model = text("models/errata/fx03_class_not_stable.mover");
    let asked = json!({"source": model, "rules": "reduction", "file": text("rules/examples/n_per_store.rules")});
    let (_, found) = studio.ask("contrast", &asked);
    let results = &found["compare"]["rows"][0]["results"];
    assert_eq!(
        (&results["reduction"]["verdict"], &results["n-per-store"]["verdict"]),
        (&json!("wrong"), &json!("inconclusive"))
    );
    assert!(found["diff"]["sides"][0]["only_here"].as_array().is_some_and(|facts| !facts.is_empty()));
    let asked = json!({"rules": "reduction", "file": text("rules/examples/stops_after_commit.rules"), "seconds": 30});
    let (_, program) = studio.ask("separate", &asked);
    assert_eq!(program["separate"]["separates"], true, "{program}");
    let (_, mistaken) = studio.ask(
        "contrast",
        &json!({"source": model, "rules": "reduction", "file": "include reduction;\nSigma(s) <-- Nonsense(s);"}),
    );
    assert_eq!(mistaken["diagnostics"][0]["line"], 2);
}

#[test]
fn who_does_not_have_the_address_is_refused() {
    let studio = Studio::start(&[]);
    let (host, base) = (studio.host.clone(), studio.base.clone());
    let get =
        |path: &str, headers: &str| studio.send(format!("GET {path} HTTP/1.1\r\n{headers}\r\n").as_bytes()).unwrap().0;
    assert_eq!(get(&base, &format!("Host: {host}\r\n")), 200);
    assert_eq!(get("/", &format!("Host: {host}\r\n")), 404);
    assert_eq!(get("/0123456789abcdef0123456789abcdef/", &format!("Host: {host}\r\n")), 404);
    assert_eq!(get(&base, "Host: attacker.example\r\n"), 421);
    assert_eq!(get(&base, &format!("Host: {host}\r\nHost: attacker.example\r\n")), 400);
    assert_eq!(get(&base, ""), 400);
    for from in
        ["Origin: http://attacker.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"]
    {
        assert_eq!(get(&base, &format!("Host: {host}\r\n{from}\r\n")), 403, "{from}");
    }
    assert_eq!(get(&base, &format!("Host: {host}\r\nOrigin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n")), 200);
    let simple = studio.request("POST", "api/check", "Content-Type: text/plain\r\n", "{}");
    assert_eq!(simple.unwrap().0, 415, "what a form could send");
    let preflight = studio.request("OPTIONS", "api/check", "Origin: http://attacker.example\r\n", "");
    assert_eq!(preflight.unwrap().0, 403);
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let folder = std::env::temp_dir().join(format!("moverlog-studio-{}", std::process::id()));
    let inside = folder.join("inside");
    std::fs::create_dir_all(inside.join("deeper")).unwrap();
    for path in [
        folder.join("secret.mover"),
        inside.join("open.mover"),
        inside.join("deeper/below.mover"),
        inside.join("other.txt"),
    ] {
        std::fs::write(path, "SECRET").unwrap();
    }
    std::os::unix::fs::symlink(folder.join("secret.mover"), inside.join("link.mover")).unwrap();
    let studio = Studio::start(&[inside.join("open.mover").to_str().unwrap()]);
    let read = |name: &str| studio.ask("file", &json!({"name": name}));
    assert_eq!(read("open.mover"), (200, json!({"name": "open.mover", "text": "SECRET"})));
    let outside = folder.join("secret.mover").to_str().unwrap().to_string();
    for name in [
        "../secret.mover",
        "deeper/../open.mover",
        "deeper/below.mover",
        "link.mover",
        "other.txt",
        "./open.mover",
        "",
        "..",
        &outside,
        "open.mover\0",
    ] {
        let (status, said) = read(name);
        assert!(status == 404 && !said.to_string().contains("SECRET"), "{name}: {said}");
    }
    for path in ["../secret.mover", "%2e%2e/secret.mover", "studio.js/../../x", "api/rules/../start"] {
        assert_eq!(studio.request("GET", path, "", "").unwrap().0, 404, "{path}");
    }
    let start: Value = serde_json::from_str(&studio.request("GET", "api/start", "", "").unwrap().1).unwrap();
    assert_eq!(start["files"], json!(["open.mover"]));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn what_is_too_long_or_no_request_is_refused() {
    let studio = Studio::start(&[]);
    let (host, base) = (&studio.host, &studio.base);
    let head = |headers: &str| format!("POST {base}api/check HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n");
    assert_eq!(studio.send(head("Content-Length: 99999999999999999999999\r\n").as_bytes()).unwrap().0, 413);
    let long = head("Content-Type: application/json\r\nContent-Length: 300000000\r\n");
    let body = vec![b' '; 30 << 20];
    assert_eq!(studio.send(&[long.as_bytes(), &body].concat()).unwrap().0, 413);
    assert_eq!(studio.send(head("Transfer-Encoding: chunked\r\n").as_bytes()).unwrap().0, 411);
    assert_eq!(studio.send(head("Content-Length: 2\r\nContent-Length: 3\r\n").as_bytes()).unwrap().0, 400);
    assert_eq!(studio.send(head("Content-Length: -2\r\n").as_bytes()).unwrap().0, 400);
    assert_eq!(studio.send(head(&format!("X: {}\r\n", "x".repeat(100_000))).as_bytes()).unwrap().0, 431);
    assert_eq!(studio.send(b"\x16\x03\x01\x02\x00 this is no HTTP\r\n\r\n").unwrap().0, 400);
    let deep = "[".repeat(500_000);
    assert_eq!(studio.request("POST", "api/check", "Content-Type: application/json\r\n", &deep).unwrap().0, 400);
    let nested = json!({"source": format!("int x; void T() {{ x = {}1{}; }} P = {{ T() }};", "(".repeat(200_000), ")".repeat(200_000))});
    assert_eq!(studio.ask("check", &nested).1["page"], Value::Null);
    let many = format!("[{}0]", "0,".repeat(900_000));
    for asked in ["[1, 2]", "3", "{\"source\": [1]}", "{\"constants\": {\"N\": {}}}", &many] {
        let refused = studio.request("POST", "api/check", "Content-Type: application/json\r\n", asked);
        assert_eq!(refused.unwrap().0, 400);
    }
    let long = json!({"source": format!("// {}\n", "x".repeat(300_000)), "file": "// ".repeat(100_000)});
    let (_, said) = studio.ask("diagnostics", &long);
    assert_eq!(said["diagnostics"][0]["message"], "the model is longer than 256 kB");
    assert_eq!(said["rules"][0]["message"], "the rules are longer than 256 kB");
    studio.quiet();
    studio.works();
}

#[test]
fn a_hundred_checks_at_once_are_bounded_and_leave_nothing() {
    let studio = Studio::start(&["--timeout", "2", "--max-memory", "400"]);
    studio.works();
    let (before, resident) = (studio.quiet()["bytes"].as_u64().unwrap(), studio.resident());
    let question = studio.question("check", &large());
    let streams: Vec<TcpStream> = (0..100).map(|_| studio.connect()).collect();
    let send = |mut stream: &TcpStream| stream.write_all(question.as_bytes()).unwrap();
    streams.iter().for_each(send);
    let answers = streams.into_iter().map(|mut stream| received(&mut stream).expect("an answer"));
    let (mut answered, mut refused) = (0, 0);
    for (status, body) in answers {
        match status {
            200 => answered += usize::from(body.contains("\"inconclusive\"")),
            503 => refused += 1,
            _ => panic!("{status}: {body}"),
        }
    }
    assert!(answered >= 2 && answered + refused == 100, "{answered} answered, {refused} refused");
    let after = studio.quiet()["bytes"].as_u64().unwrap();
    assert!(after < before + (4 << 20), "{before} bytes before, {after} after");
    // What the allocator keeps for the next check is bounded too.
    assert!(studio.resident() < resident + (400 << 10), "{resident} kB before, {} after", studio.resident());
    studio.works();
}

#[test]
fn who_goes_away_is_not_waited_for() {
    let studio = Studio::start(&["--timeout", "60"]);
    for _ in 0..10 {
        let mut stream = studio.connect();
        stream.write_all(studio.question("check", &large()).as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(30));
        stream.shutdown(Shutdown::Both).unwrap();
    }
    let start = Instant::now();
    studio.quiet();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    studio.works();
}

#[test]
fn a_newer_question_of_a_tab_takes_the_place_of_the_older() {
    let studio = Studio::start(&["--timeout", "60", "--max-states", "50M"]);
    let mut asked = large();
    asked["tab"] = json!("one");
    let mut older = studio.connect();
    older.write_all(studio.question("check", &asked).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    let (_, newer) = studio.ask("check", &json!({"source": text(RACE), "tab": "one"}));
    assert_eq!(newer["page"]["verdict"]["name"], "wrong");
    let (_, body) = received(&mut older).expect("an answer");
    let older: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(older["page"]["counts"]["bound"], "interrupted");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn slow_writers_and_idle_connections_end() {
    let studio = Studio::start(&[]);
    let mut idle: Vec<TcpStream> = (0..40).map(|_| studio.connect()).collect();
    let mut slow = studio.connect();
    let start = Instant::now();
    let sent = format!("GET {} HTTP/1.1\r\nHost: {}\r\nX-Slow: ", studio.base, studio.host);
    slow.write_all(sent.as_bytes()).unwrap();
    // A header without end, a byte at a time: each arrives in time, but not the request.
    while start.elapsed() < Duration::from_secs(30) && slow.write_all(b"x").is_ok() {
        thread::sleep(Duration::from_millis(200));
        slow.set_nonblocking(true).unwrap();
        let ended = !matches!(slow.peek(&mut [0]), Err(e) if e.kind() == std::io::ErrorKind::WouldBlock);
        slow.set_nonblocking(false).unwrap();
        if ended {
            break;
        }
        if start.elapsed() < Duration::from_secs(5) {
            studio.works();
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(received(&mut slow).unwrap().0, 408);
    for stream in &mut idle {
        assert_eq!(received(stream).unwrap().0, 408);
    }
    studio.quiet();
    studio.works();
}

#[test]
fn too_many_connections_are_turned_away_and_the_others_served() {
    let studio = Studio::start(&[]);
    let idle: Vec<TcpStream> = (0..300).map(|_| studio.connect()).collect();
    thread::sleep(Duration::from_millis(500));
    assert_eq!(studio.request("GET", "", "", "").unwrap().0, 503);
    drop(idle);
    studio.quiet();
    studio.works();
}

#[test]
fn an_interrupt_ends_it() {
    let mut studio = Studio::start(&["--timeout", "60"]);
    let mut stream = studio.connect();
    stream.write_all(studio.question("check", &large()).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    Command::new("kill").args(["-INT", &studio.child.id().to_string()]).status().unwrap();
    let start = Instant::now();
    assert_eq!(studio.child.wait().unwrap().code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn what_cannot_be_served_is_said() {
    assert_eq!(status(&run(&["studio", "no/such/file.mover"])), 2);
    let studio = Studio::start(&[]);
    let port = studio.host.rsplit(':').next().unwrap();
    let output = run(&["studio", "--port", port]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("no page can be served at port"), "{}", err(&output));
}

#[test]
fn the_commands_of_the_lessons_are_commands() {
    for lesson in moverlog::studio::LESSONS {
        assert!(lesson.steps.iter().any(|s| s.goal.is_some()), "{}", lesson.title);
        for step in lesson.steps {
            let words: Vec<&str> = step.command.split_whitespace().skip(1).collect();
            let words: Vec<String> = unquoted(&words.join(" "));
            let output = run(&words);
            assert_ne!(status(&output), 2, "{}: {}", step.command, err(&output));
            assert!(step.command.contains(lesson.path), "{}", step.command);
        }
    }
}

/// Words; single quotes keep one together.
fn unquoted(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_string()],
            _ => part.split_whitespace().map(str::to_string).collect(),
        })
        .collect()
}

/// What a browser loads is less than 600 kB even as it is; the server does not compress.
#[test]
fn the_page_is_small() {
    let sizes =
        ["studio.html", "studio.js", "studio.css"].map(|f| std::fs::metadata(format!("web/dist/{f}")).unwrap().len());
    assert!(sizes.iter().all(|n| *n > 0) && sizes.iter().sum::<u64>() < 600_000, "{sizes:?}");
}

#[test]
fn a_page_is_exported_with_its_engine() {
    let folder = std::env::temp_dir().join(format!("moverlog-export-{}", std::process::id()));
    let (engine, target) = (folder.join("some.wasm"), folder.join("site"));
    std::fs::create_dir_all(&folder).unwrap();
    let export = || run(&["studio", "--export", target.to_str().unwrap(), "--engine", engine.to_str().unwrap()]);
    assert!(status(&export()) == 2 && err(&export()).contains("web/engine.sh"), "{}", err(&export()));
    std::fs::write(&engine, "no program").unwrap();
    assert!(err(&export()).contains("is not WebAssembly"));
    std::fs::write(&engine, b"\0asm\x01\0\0\0").unwrap();
    assert_eq!(status(&export()), 0);
    for name in ["studio.js", "studio.css", "studio-worker.js", "engine.wasm"] {
        assert!(target.join(name).is_file(), "{name}");
    }
    let page = std::fs::read_to_string(target.join("index.html")).unwrap();
    assert!(page.contains("<html data-engine=\"engine.wasm\""), "{page}");
    assert_eq!(status(&run(&["studio", "--export", "x"])), 2);
    assert_eq!(status(&run(&["studio", RACE, "--export", "x", "--engine", "y"])), 2);
    let _ = std::fs::remove_dir_all(folder);
}
