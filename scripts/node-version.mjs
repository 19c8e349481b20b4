const needed = [20, 19];

/** What is wrong with a Node version, in words for the user; undefined if nothing is. */
export function nodeProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  return [
    `Handhold needs Node ${needed.join('.')} or newer; this is Node ${version}.`,
    'Get the current LTS from https://nodejs.org (or `nvm install --lts`), then run the command again.',
  ].join('\n');
}
