/** The name that shares most of its letter pairs, if any comes close. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const pairs = (word: string) => new Set([...word].slice(1).map((letter, i) => `${word[i]}${letter}`));
  const wanted = pairs(name.toLowerCase());
  let best: string | undefined;
  let most = 0.4;
  for (const candidate of names) {
    const has = pairs(candidate);
    const shared = [...wanted].filter((pair) => has.has(pair)).length;
    const score = (2 * shared) / (wanted.size + has.size || 1);
    if (score > most) {
      most = score;
      best = candidate;
    }
  }
  return best;
}
