import { z } from 'zod';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { type Called, callFromModel, refused } from './model-call.js';
import { modifierNamed } from './page/acting/keys.js';
import type { CallOptions, Toolbox } from './toolbox.js';

/** A point in pixels of the last screenshot. */
export interface Point {
  x: number;
  y: number;
}

export interface ScreenOptions {
  session: string;
  /** The address that is opened when no page is. Default a blank page. */
  startUrl?: string | undefined;
}

export interface ScreenClick {
  button?: 'left' | 'right' | 'middle';
  clickCount?: number;
}

/** How something is done at a point. */
export interface PointingOptions extends CallOptions {
  /** Names of keys to hold meanwhile. */
  holding?: readonly string[] | null | undefined;
}

const size = z.object({ width: z.number(), height: z.number() });
const pictured = z.object({ dimensions: size, viewport: size });

/** Other systems' names for keys, where it is more than a matter of case. */
const keyNames: Record<string, string> = {
  kp_enter: 'Enter',
  slash: '/',
  prior: 'PageUp',
  next: 'PageDown',
};

/** A session seen in pictures and used by points and keys, as models for computer use do. Every deed is a tool's. */
export class Screen {
  /** Viewport pixels per pixel of the screenshots, which are made smaller where the viewport is large. */
  private scale = 1;
  private pointer: Point = { x: 0, y: 0 };

  constructor(
    readonly toolbox: Toolbox,
    private readonly options: ScreenOptions,
  ) {}

  get session(): string {
    return this.options.session;
  }

  /** Calls any tool in the same session. */
  call(tool: string, input: object, options: CallOptions = {}): Promise<Called> {
    return callFromModel(this.toolbox, tool, input, { ...options, session: this.options.session });
  }

  /** A picture of the viewport; opens the first page if there is none. */
  async screenshot(options: CallOptions = {}): Promise<Called> {
    const take = () => this.call('browser_screenshot', { format: 'png' }, options);
    let shot = await take();
    if (shot.result.error?.code === 'no_page') {
      const url = this.options.startUrl ?? 'about:blank';
      const opened = await this.call('browser_navigate', { url, snapshot: false }, options);
      if (opened.result.error) return opened;
      shot = await take();
    }
    const { data } = pictured.safeParse(shot.result.data);
    if (data) this.scale = data.viewport.width / data.dimensions.width;
    return shot;
  }

  /** Clicks at a point, or where the pointer is. */
  click(at: Point | undefined, click: ScreenClick = {}, options: PointingOptions = {}): Promise<Called> {
    return this.mouse({ action: 'click', ...this.moved(at ?? this.pointer), ...click }, options);
  }

  move(at: Point, options: PointingOptions = {}): Promise<Called> {
    return this.mouse({ action: 'move', ...this.moved(at) }, options);
  }

  down(at?: Point, options: PointingOptions = {}): Promise<Called> {
    return this.mouse({ action: 'down', ...(at ? this.moved(at) : {}) }, options);
  }

  up(at?: Point, options: PointingOptions = {}): Promise<Called> {
    return this.mouse({ action: 'up', ...(at ? this.moved(at) : {}) }, options);
  }

  /** Turns the wheel over a point; distances in pixels of the screenshot. */
  scroll(at: Point | undefined, by: Point, options: PointingOptions = {}): Promise<Called> {
    const place = at ? this.moved(at) : {};
    const turn = { deltaX: by.x * this.scale, deltaY: by.y * this.scale };
    return this.mouse({ action: 'wheel', ...place, ...turn }, options);
  }

  /** Presses at the first point, moves along the others and lets go at the last, whatever happens on the way. */
  async drag(path: readonly Point[], options: PointingOptions = {}): Promise<Called> {
    const [start, ...way] = path;
    const end = way.at(-1);
    if (!start || !end) return this.refuse('A drag needs at least two points.');
    let last = await this.down(start, options);
    if (last.result.error) return last;
    for (const point of way) {
      last = await this.move(point, options);
      if (last.result.error) break;
    }
    // Not to be called off: a button that stays down would spoil whatever comes next.
    const released = await this.up(last.result.error ? undefined : end, { holding: options.holding });
    return last.result.error ? last : released;
  }

  /** Types where the focus is; a line break at the end submits. */
  type(text: string, options: CallOptions = {}): Promise<Called> {
    const submit = text.endsWith('\n');
    return this.call('browser_type', { text: submit ? text.slice(0, -1) : text, submit }, options);
  }

  /** Presses keys one after the other: `ctrl`, `a` are one chord, `Tab`, `Tab` are two. */
  async press(keys: readonly string[], options: CallOptions & { count?: number } = {}): Promise<Called> {
    const { count = 1, ...rest } = options;
    let last: Called | undefined;
    for (const key of chordsIn(keys)) {
      last = await this.call('browser_press', { key, count }, rest);
      if (last.result.error) return last;
    }
    return last ?? this.refuse('Give at least one key.');
  }

  wait(ms: number, options: CallOptions = {}): Promise<Called> {
    return this.call('browser_wait', { time: ms }, options);
  }

  /** Where the pointer was last put, in pixels of the screenshot. */
  get cursor(): Point {
    return this.pointer;
  }

  private mouse(input: object, { holding, ...options }: PointingOptions): Promise<Called> {
    const names = holding ?? [];
    const modifiers = new Set(names.flatMap((name) => modifierNamed(name.trim()) ?? []));
    const other = names.find((name) => !modifierNamed(name.trim()));
    if (other !== undefined) return Promise.resolve(this.cannotHold(other));
    return this.call('browser_mouse', { ...input, modifiers: [...modifiers] }, options);
  }

  private moved(to: Point): Point {
    this.pointer = { x: to.x, y: to.y };
    return { x: to.x * this.scale, y: to.y * this.scale };
  }

  private cannotHold(name: string): Called {
    return this.refuse(`${quote(name, 20)} can't be held: only Alt, Control, Meta and Shift can.`);
  }

  private refuse(message: string): Called {
    return refused(new Failure('validation_error', message), this.options.session);
  }
}

function chordsIn(keys: readonly string[]): string[] {
  const chords: string[] = [];
  let held: string[] = [];
  for (const key of keys) {
    const parts = (key.length > 1 && !key.endsWith('+') ? key.split('+') : [key]).map(keyName);
    const last = parts.at(-1) ?? '';
    if (parts.length === 1 && modifierNamed(last)) {
      held.push(last);
      continue;
    }
    chords.push([...held, ...parts].join('+'));
    held = [];
  }
  return held.length > 0 ? [...chords, held.join('+')] : chords;
}

function keyName(name: string): string {
  return keyNames[name.toLowerCase()] ?? (name.length > 1 ? name.replaceAll('_', '') : name);
}
