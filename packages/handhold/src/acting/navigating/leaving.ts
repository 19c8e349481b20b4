import type { Request, Response } from 'playwright-core';
import type { Tab } from '../../browser/tab.js';
import { isMainNavigation } from '../../page/settling/traffic.js';
import { answers } from '../../page/settling/unresponsive.js';
import { urlFrom } from '../../url.js';

/** How far a navigation has come. The page before can hold up its beginning and, in the same process, its end. */
type Progress = 'begun' | 'asked' | 'answered' | 'over';

/** How long each of those may take, in ms; less for a page that is known to hang, or has a dialog. */
const patience = { begun: 800, answered: 2500, stuck: 400 };
const maxStops = { usual: 2, stuck: 1 };
/** How long a page is given to say that it is there, since it may be busy; less for one that is known to hang. */
const answerTime = { usual: 1500, stuck: 500 };

/**
 * Sees to it that a page which hangs on its way out can be left: its script is stopped, and if that does not help,
 * whoever is leaving is told to do so another way. Nothing is asked of a page that lets go in time.
 */
export class Leaving {
  private progress: Progress = 'begun';
  private timer: NodeJS.Timeout | undefined;
  private stops = 0;
  private isStuck: boolean;

  constructor(private readonly tab: Tab) {
    this.isStuck = tab.stuck || tab.dialog !== undefined;
    tab.leaving = 0;
  }

  /**
   * A page that hangs keeps the next one of its site, which comes in the same process, from taking its place; once that
   * is on its way, its script can no longer be stopped. So it is asked beforehand, unless it has no scripts; true if one
   * was stopped.
   */
  async frees(url: string): Promise<boolean> {
    const { page, live } = this.tab;
    // While yet another document is on its way, the debugger gets no answer from any page.
    if (!mayShareProcess(page.url(), url) || live.hasNoScripts || live.traffic.isNavigating) return false;
    if (await answers(live.cdp, this.answerTime)) return false;
    this.isStuck = true;
    return live.cdp.stopScript();
  }

  /** From now on it is being left. */
  begin(): void {
    const { page, live } = this.tab;
    page.on('request', this.onRequest);
    page.on('response', this.onResponse);
    live.cdp.events.on('Page.frameNavigated', this.onNavigated);
    this.wait();
  }

  /** True if it is the page before that the navigation waits for. */
  get isHeld(): boolean {
    return this.progress === 'begun' || this.progress === 'answered';
  }

  end(): void {
    const { tab } = this;
    this.reach('over');
    tab.leaving = undefined;
    tab.page.off('request', this.onRequest);
    tab.page.off('response', this.onResponse);
    tab.live.cdp.events.off('Page.frameNavigated', this.onNavigated);
  }

  private readonly onRequest = (request: Request): void => {
    if (isMainNavigation(request, this.tab.page)) this.reach('asked');
  };

  private readonly onResponse = (response: Response): void => {
    if (isMainNavigation(response.request(), this.tab.page)) this.reach('answered');
  };

  private readonly onNavigated = ({ frame }: { frame: { parentId?: string | undefined } }): void => {
    if (frame.parentId === undefined) this.reach('over');
  };

  private reach(progress: Progress): void {
    if (this.progress === 'over') return;
    this.progress = progress;
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const { progress } = this;
    if (progress === 'asked' || progress === 'over' || this.isEmpty) return;
    const isKnown = this.isStuck || this.stops > 0;
    this.timer = setTimeout(() => void this.hurry(progress), isKnown ? patience.stuck : patience[progress]);
  }

  /** Nothing has been in it yet that could hang: it is the machine that takes so long. */
  private get isEmpty(): boolean {
    return !this.isStuck && this.tab.page.url() === 'about:blank';
  }

  private get answerTime(): number {
    return this.isStuck ? answerTime.stuck : answerTime.usual;
  }

  private async hurry(progress: Progress): Promise<void> {
    const { cdp } = this.tab.live;
    const lives = progress === 'begun' && (await answers(cdp, this.answerTime));
    if (this.progress !== progress) return;
    if (!lives) {
      const answered = await cdp.stopScript();
      if (this.progress !== progress) return;
      this.stops += 1;
      const isLast = this.stops >= (this.isStuck ? maxStops.stuck : maxStops.usual);
      if (isLast || (progress === 'begun' && !answered)) {
        this.tab.giveUp();
        return;
      }
    }
    this.wait();
  }
}

/** True if two addresses may be of one site; a browser's own pages and empty ones hang nowhere. */
function mayShareProcess(one: string, other: string): boolean {
  const site = siteOf(one);
  return site !== '' && site === siteOf(other);
}

function siteOf(url: string): string {
  return urlFrom(url)?.hostname.split('.').slice(-2).join('.') ?? '';
}
