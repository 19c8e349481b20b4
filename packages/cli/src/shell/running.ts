import { connect } from 'node:net';
import { allServerFiles, isNamedAfterSession, type ServerFiles } from './server-files.js';

/** True if a server listens there. */
export function answers({ socket: path }: ServerFiles): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The sessions that run, as far as they can be told by their files. */
export async function runningSessions(): Promise<string[]> {
  const named = allServerFiles().filter(isNamedAfterSession);
  const running = await Promise.all(named.map(answers));
  return named.filter((_files, at) => running[at]).map(({ session }) => session);
}
