import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const connectTime = 10_000;

/** The beginning of what a client sends: a TLS record's first byte, or a whole request head. */
export function firstBytes(client: Duplex, head: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    let got = head;
    const enough = () => got[0] === 0x16 || got.includes('\r\n\r\n') || got.length > 16_384;
    const done = () => {
      clearTimeout(timer);
      client.off('data', onData);
      client.off('close', done);
      client.pause();
      resolve(got);
    };
    const onData = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (enough()) done();
    };
    const timer = setTimeout(done, connectTime);
    if (enough()) done();
    else {
      client.on('data', onData);
      client.on('close', done);
    }
  });
}

/** A connection to the first of the addresses that answers. */
export async function reach(addresses: readonly string[], port: number): Promise<Socket> {
  let last: unknown;
  for (const [at, address] of addresses.entries()) {
    try {
      return await open(address, port, at + 1 < addresses.length ? 2500 : connectTime);
    } catch (thrown) {
      last = thrown;
    }
  }
  throw last;
}

function open(address: string, port: number, time: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
    }, time);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // Until whoever takes it listens: an error that nobody hears ends the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
