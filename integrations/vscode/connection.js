'use strict';

const { spawn } = require('node:child_process');

/** The messages of a language server that is a program: requests with answers, and what it tells by itself. */
class Connection {
  /**
   * Starts the program.
   * @param {(method: string, parameters: any) => any} receive is given what the server says, and answers what it asks
   * @param {(reason: string, error?: Error) => void} ended is told why, with the system's error where it never began
   */
  constructor(command, args, directory, receive, ended) {
    this.waiting = new Map();
    this.sent = 0;
    this.rest = Buffer.alloc(0);
    this.receive = receive;
    this.process = spawn(command, args, { cwd: directory, stdio: ['pipe', 'pipe', 'pipe'] });
    let complaint = '';
    this.process.stdout.on('data', (piece) => this.take(piece));
    this.process.stderr.on('data', (piece) => { complaint = (complaint + piece).slice(-2000); });
    this.process.stdin.on('error', () => {});
    const end = (reason, error) => {
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      if (!this.isDone) ended(reason, error);
      this.isDone = true;
    };
    this.process.on('error', (error) => end(error.message, error));
    this.process.on('exit', (status) => end(complaint.trim() || `it ended with status ${status}`));
  }

  take(piece) {
    this.rest = Buffer.concat([this.rest, piece]);
    for (;;) {
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const found = /content-length: *(\d+)/i.exec(this.rest.subarray(0, end).toString());
      const from = end + 4;
      const to = from + (found ? Number(found[1]) : 0);
      if (this.rest.length < to) return;
      const content = this.rest.subarray(from, to).toString();
      this.rest = this.rest.subarray(to);
      this.handle(JSON.parse(content));
    }
  }

  handle(message) {
    if (message.method === undefined) {
      const { resolve, reject } = this.waiting.get(message.id) || {};
      this.waiting.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
      return;
    }
    const result = this.receive(message.method, message.params);
    if (message.id !== undefined) this.send({ id: message.id, result: result ?? null });
  }

  send(message) {
    const content = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  notify(method, params) {
    if (!this.isDone) this.send({ method, params });
  }

  request(method, params) {
    if (this.isDone) return Promise.reject(new Error('the server has ended'));
    const id = ++this.sent;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  async close() {
    if (this.isDone) return;
    this.isDone = true;
    try {
      const id = ++this.sent;
      const answered = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
      this.send({ id, method: 'shutdown', params: null });
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 1000))]);
      this.send({ method: 'exit' });
    } catch { /* it has ended by itself */ }
    this.process.stdin.end();
  }
}

module.exports = { Connection };
