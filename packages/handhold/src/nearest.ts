/** The name that was likely meant: by a slip of the fingers, or because it shares most of its letter pairs; if any comes close. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const pairs = pairsOf(wanted);
  let best: string | undefined;
  let most = 0.4;
  for (const candidate of names) {
    const has = pairsOf(candidate.toLowerCase());
    const shared = [...pairs].filter((pair) => has.has(pair)).length;
    const alike = (2 * shared) / (pairs.size + has.size || 1);
    const distance = editDistance(wanted, candidate.toLowerCase());
    const score = Math.max(
      alike,
      distance <= Math.max(1, wanted.length / 4) ? 1 - distance / (wanted.length || 1) : 0,
    );
    if (score > most) {
      most = score;
      best = candidate;
    }
  }
  return best;
}

function pairsOf(word: string): Set<string> {
  return new Set([...word].slice(1).map((letter, i) => `${word[i]}${letter}`));
}

/** How many letters are missing, too many, wrong, or in each other's place. Words that are long are told by their pairs. */
function editDistance(one: string, other: string): number {
  if (one.length > 40 || other.length > 40) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      const swapped =
        one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
          ? (beforeLast[at - 2] ?? 0) + 1
          : row + at;
      line.push(Math.min((last[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + cost, swapped));
    }
    beforeLast = last;
    last = line;
  }
  return last[other.length] ?? 0;
}
