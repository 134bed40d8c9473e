import type { LoggedBatch, StoreLog } from './store-log.js';

/** The milliseconds after which a server asks again whether another one has survived a command. */
const ASK_AGAIN = 100;

interface CrashGuardParts {
  readonly log: StoreLog;
  readonly report: (message: string) => void;
  /** @throws the reason why this server stops, if it does */
  readonly checkStop: () => void;
}

/**
 * Prevents one command from ending all servers, and each that starts. What no server is known to have survived is executed by
 * servers that start one after the other, each of which says so in the store first. If servers have not survived it, all refuse it.
 */
export class CrashGuard {
  readonly #parts: CrashGuardParts;
  /** The places of the commands that all servers refuse. */
  #refused = new Set<string>();

  constructor(parts: CrashGuardParts) {
    this.#parts = parts;
  }

  begin(refused: readonly string[] = []): void {
    this.#refused = new Set(refused);
  }

  refuses(place: string): boolean {
    return this.#refused.has(place);
  }

  /** Whether a server that starts has to ask before it executes the commands of a batch. */
  concerns({ isSurvived }: LoggedBatch): boolean {
    return isSurvived === false && this.#parts.log.attempt !== undefined;
  }

  /** Whether this server may execute a command. Waits while another one may be executing it. @throws what the store throws */
  async ask(position: string, place: string): Promise<boolean> {
    const { log, report, checkStop } = this.#parts;
    for (let isFirst = true; ; isFirst = false) {
      checkStop();
      const verdict = await log.attempt?.(position, place);
      if (verdict !== 'wait') return verdict !== 'refused';
      if (isFirst) report('another server is executing a request, or has ended because of it; this server waits');
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  }

  /** Called when a command was executed that this server had asked about. @throws what the store throws */
  async survived(place: string): Promise<void> {
    await this.#parts.log.survive?.(place);
  }
}
