import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { type Place, placeOf, runtimeDirectory } from './place.js';

/** Whether a server listens there. */
export function answers(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place.socket);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The sessions that run, as far as they can be told by their files. */
export async function runningSessions(): Promise<string[]> {
  const names = readdirSync(runtimeDirectory())
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length))
    .filter((name) => !/^x[0-9a-f]{24}$/.test(name));
  const running = await Promise.all(names.map((name) => answers(placeOf(name))));
  return names.filter((_name, at) => running[at]);
}
