//! Opens a file, drags a node by pointer, shows a refusal, lets time pass and saves: sample FOLDER FILE.
use std::os::raw::c_char;

#[link(name = "nodewire")]
unsafe extern "C" {
    fn nodewire_open(options: *const c_char, length: usize) -> i32;
    fn nodewire_send(handle: i32, body: *const c_char, length: usize) -> i32;
    fn nodewire_receive(handle: i32, length: *mut usize) -> *const c_char;
    fn nodewire_advance(handle: i32, milliseconds: f64) -> i32;
    fn nodewire_deadline(handle: i32) -> f64;
    fn nodewire_close(handle: i32) -> i32;
}

struct Server(i32);

impl Server {
    /// Sends a request and prints what it causes; a program would read that with its JSON library.
    fn request(&self, method: &str, params: &str) {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        unsafe { nodewire_send(self.0, body.as_ptr().cast(), body.len()) };
        self.receive();
    }

    fn receive(&self) {
        let mut length = 0;
        loop {
            let message = unsafe { nodewire_receive(self.0, &mut length) };
            if message.is_null() {
                return;
            }
            let bytes = unsafe { std::slice::from_raw_parts(message.cast::<u8>(), length) };
            println!("{}", String::from_utf8_lossy(bytes));
        }
    }
}

fn main() {
    let [_, folder, file] = &std::env::args().collect::<Vec<_>>()[..] else { std::process::exit(2) };
    let options = format!(r#"{{"root":"{folder}"}}"#);
    let server = Server(unsafe { nodewire_open(options.as_ptr().cast(), options.len()) });
    assert!(server.0 > 0, "the folder cannot be opened");
    server.request("initialize", r#"{"clock":"server"}"#);
    server.request("document/open", &format!(r#"{{"path":"{file}","document":"d"}}"#));
    server.request("view/open", r#"{"document":"d","view":"v","width":800,"height":600,"scene":"svg"}"#);
    for (phase, x) in [("down", 10), ("move", 60), ("up", 60)] {
        let place = format!(r#"{{"view":"v","id":1,"phase":"{phase}","at":{{"x":{x},"y":10}}}}"#);
        server.request("input/pointer", &place);
    }
    server.request("edge/connect", r#"{"document":"d","edge":{"source":"a","target":"a"}}"#);
    server.request("view/zoom", r#"{"view":"v","to":2,"animate":{"duration":100}}"#);
    // A second of frames, as a game has them.
    for now in (0..1000).step_by(16).map(f64::from) {
        if unsafe { nodewire_deadline(server.0) } <= now {
            unsafe { nodewire_advance(server.0, now) };
            server.receive();
        }
    }
    server.request("document/save", r#"{"document":"d"}"#);
    server.request("shutdown", "{}");
    std::process::exit(unsafe { nodewire_close(server.0) });
}
