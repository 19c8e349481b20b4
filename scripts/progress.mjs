const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows steps on stderr: one that moves on a terminal, plain lines elsewhere, nothing if quiet. */
export function progressOn(stream, quiet) {
  const live = Boolean(stream.isTTY) && !process.env.CI;
  const colour = live && !process.env.NO_COLOR;
  const paint = (code, text) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const write = (text) => {
    if (!quiet) stream.write(text);
  };
  const cut = (text) => text.slice(0, Math.max(20, (stream.columns || 80) - 1));

  async function step(title, work) {
    const started = performance.now();
    let last = '';
    let frame = 0;
    const draw = () => {
      frame = (frame + 1) % frames.length;
      write(`\r\x1b[2K${cut(`${frames[frame]} ${title}${last && `: ${last}`}`)}`);
    };
    const remind = () => write(`  ${title}${last && `: ${last}`} (${seconds(started)})\n`);
    if (!live) write(`… ${title}\n`);
    const timer = live ? setInterval(draw, 100) : setInterval(remind, 20_000);
    const clear = () => {
      clearInterval(timer);
      if (live) write('\r\x1b[2K');
    };
    try {
      const detail = await work((line) => {
        last = line.trim();
      });
      clear();
      write(
        `${paint(32, '✓')} ${title}${detail ? `: ${detail}` : ''} ${paint(2, `(${seconds(started)})`)}\n`,
      );
    } catch (error) {
      clear();
      write(`${paint(31, '✗')} ${title} ${paint(2, `(${seconds(started)})`)}\n`);
      throw error;
    }
  }

  return { step, line: (text) => write(`${text}\n`) };
}

/** The time since a moment, for people. */
export function seconds(started) {
  const ms = performance.now() - started;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
