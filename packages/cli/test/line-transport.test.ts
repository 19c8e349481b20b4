import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LineTransport } from '../src/index.js';

const big = 'x'.repeat(1024 * 1024);

/** An output whose reader takes nothing until told to. */
function unread(): { output: Writable; read(): void } {
  const held: (() => void)[] = [];
  let reading = false;
  const output = new Writable({
    write(_chunk, _encoding, done) {
      if (reading) done();
      else held.push(done);
    },
  });
  return {
    output,
    read() {
      reading = true;
      for (const done of held.splice(0)) done();
    },
  };
}

describe('a connection whose client does not read', () => {
  it('takes in no more requests until the client does', async () => {
    const input = new PassThrough();
    const { output, read } = unread();
    const transport = new LineTransport(input, output);
    await transport.start();
    for (let id = 0; id < 20; id += 1) {
      void transport.send({ jsonrpc: '2.0', id, result: { big } });
    }
    expect(input.isPaused()).toBe(true);
    const drained = once(output, 'drain');
    read();
    await drained;
    expect(input.isPaused()).toBe(false);
  });
});

describe('a connection whose client sends no more', () => {
  it('tells so, and still takes the answers to what was asked', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const transport = new LineTransport(input, output);
    const ended = new Promise<void>((resolve) => {
      transport.onend = resolve;
    });
    await transport.start();
    input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await ended;
    let answered = false;
    const all = transport.answered().then(() => {
      answered = true;
    });
    expect(answered).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await all;
    expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  it('waits for no answer to a request that was cancelled', async () => {
    const input = new PassThrough();
    const transport = new LineTransport(input, new PassThrough());
    const ended = new Promise<void>((resolve) => {
      transport.onend = resolve;
    });
    await transport.start();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    input.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    await ended;
    await transport.answered();
  });
});
