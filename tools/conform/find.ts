import { answerOf, apiOf, encoded, isSuccess, requestInit, type Sending } from './api.js';
import type { Answer, ArticlePath, CaseReader, DocumentPath, Found, Json, Need, ShownDocument } from './case.js';
import { CannotTell } from './case-run.js';
import type { Context } from './context.js';
import { TargetProblem } from './target.js';

/** What is missing if the server accepts none of the callers. */
export const ACCEPTED_CALLER = 'a value of X-REQUEST-FROM that the server accepts (--request-from <name>)';

/** The number of documents that a search reads before it gives up. It stops at the first that fits. */
const TRIES = 200;

/** Finds on the server what cases need. Only reads. */
export class Finder {
  readonly #context: Context;
  /** What does not change during a run is searched once. */
  readonly #known = new Map<Need | 'readers', Promise<unknown>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** @throws CannotTell if something was not found; TargetProblem */
  async find(needs: readonly Need[]): Promise<Found> {
    const found: Partial<Record<Need, unknown>> = {};
    // A document can only be fetched as a reader.
    const all: readonly Need[] = needs.some((need) => ofReader.includes(need)) ? ['reader', ...needs] : needs;
    for (const need of new Set(all)) found[need] = await this.#find(need);
    return found as unknown as Found;
  }

  #find<One extends Need>(need: One): Promise<Found[One]> {
    const search: () => Promise<Found[One]> = this.#searches[need];
    return changing.includes(need) ? search() : this.#once(need, search);
  }

  #once<Value>(what: Need | 'readers', search: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(what) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    const found = search();
    this.#known.set(what, found);
    // The server may answer next time.
    found.catch((error) => error instanceof TargetProblem && this.#known.delete(what));
    return found;
  }

  readonly #searches: { readonly [One in Need]: () => Promise<Found[One]> } = {
    reader: async () => {
      const readers = await this.#readers();
      for (const reader of readers) if ((await this.#slugs(reader)).length > 0) return reader;
      for (const reader of readers) return reader;
      throw new CannotTell('a token of a reader (--token <email>=<token>)');
    },
    document: async () => {
      for await (const document of this.#documents(await this.#find('reader'))) {
        if (document.article.length > 0) return document;
      }
      throw new CannotTell('a brief with a published document and an article that the reader may read');
    },
    olderDocument: async () => {
      for await (const { slug, date_option } of this.#documents(await this.#find('reader'))) {
        const [latest, older] = listOf(date_option?.picker);
        if (typeof older?.gid === 'string' && older.gid !== latest?.gid) return { slug, gid: older.gid };
      }
      throw new CannotTell('a brief with two published documents that the reader may read');
    },
    unbookmarked: async () => {
      for await (const { slug, gid, bookmarked } of this.#documents(await this.#find('reader'))) {
        if (!bookmarked) return { slug, gid };
      }
      throw new CannotTell('a document that the reader may read and has not bookmarked');
    },
    article: async () => {
      for await (const free of this.#freeArticles()) return free;
      throw new CannotTell('an article with a gid that the reader may read; neither it nor its document is bookmarked');
    },
    unratedArticle: async () => {
      for await (const { liked, ...free } of this.#freeArticles()) if (liked === null) return free;
      throw new CannotTell('an article without a rating that the reader may read and has not bookmarked');
    },
    otherReader: async () => {
      const { email } = await this.#find('reader');
      for (const other of await this.#readers()) if (other.email !== email) return other;
      throw new CannotTell('tokens of two readers');
    },
    outsider: async () => {
      const readers = await this.#readers();
      const bookmarksOf = async (reader: CaseReader) => listOf((await reader.get('/bookmark/brief')).data);
      const slugsOf = new Map<CaseReader, string[]>();
      for (const reader of readers) slugsOf.set(reader, await this.#slugs(reader));
      for (const insider of readers) {
        for (const reader of readers) {
          const hidden = slugsOf.get(insider)?.filter((slug) => !slugsOf.get(reader)?.includes(slug)) ?? [];
          for (const slug of hidden.slice(0, TRIES)) {
            const document = await this.#documentAt(insider, encoded`/brief/${slug}`);
            if (document === undefined) continue;
            const { gid } = document;
            if (!(await bookmarksOf(reader)).some((one) => one.gid === gid)) return { reader, slug, gid };
          }
        }
      }
      throw new CannotTell('tokens of two readers, one of whom is entitled to a brief and the other is not');
    },
    briefSlug: async () => {
      for (const reader of await this.#readers()) for (const slug of await this.#slugs(reader)) return slug;
      const anyone = `conform-${this.#context.settings.run}@conform.example`;
      const { data } = await this.#userData(`/application-entitled-brief?email=${anyone}`);
      for (const { brief_slug } of listOf(data)) return brief_slug;
      throw new CannotTell('the slug of an active brief: a token of a reader, or a brief for all core users');
    },
    briefId: async () => {
      const { data } = await this.#userData('/brief-client');
      for (const { brief_id } of listOf(data)) return brief_id;
      throw new CannotTell('a client-brief relationship, which contains the id of a brief');
    },
    caller: async () => {
      const { callers, behavior, run } = this.#context.settings;
      const anyone = `conform-${run}`;
      for (const caller of new Set([...callers, ...(behavior.requestFrom ?? []), anyone])) {
        const path = `/user-brief/filter?email=${anyone}@conform.example`;
        if (isSuccess(await this.#userData(path, { 'x-request-from': caller }))) return caller;
      }
      throw new CannotTell(ACCEPTED_CALLER);
    },
  };

  /** The readers whose tokens are valid. */
  #readers(): Promise<CaseReader[]> {
    return this.#once('readers', () => this.#searchReaders());
  }

  async #searchReaders(): Promise<CaseReader[]> {
    const problem = await this.#context.problemOf('public-api');
    if (problem !== undefined) throw problem;
    const readers: CaseReader[] = [];
    for (const [email, token] of this.#context.settings.tokens) {
      const reader = { ...apiOf('public-api', token, (sending) => this.#send(sending)), email, token };
      if (isSuccess(await reader.get('/brief'))) readers.push(reader);
    }
    return readers;
  }

  async #slugs(reader: CaseReader): Promise<string[]> {
    const { data } = await reader.get('/brief');
    return listOf(data).flatMap((brief) => (typeof brief?.slug === 'string' ? [brief.slug] : []));
  }

  /** The latest documents of the briefs that a reader may read, then the older ones. @throws CannotTell after too many */
  async *#documents(reader: CaseReader): AsyncGenerator<ShownDocument> {
    const older: DocumentPath[] = [];
    let tries = 0;
    const read = (path: string) => {
      if (++tries > TRIES)
        throw new CannotTell(`what it needs in the first ${TRIES} documents that the reader may read`);
      return this.#documentAt(reader, path);
    };
    for (const slug of await this.#slugs(reader)) {
      const document = await read(encoded`/brief/${slug}`);
      if (document === undefined) continue;
      yield document;
      for (const entry of listOf(document.date_option?.picker).slice(1)) older.push({ slug, gid: entry?.gid });
    }
    for (const { slug, gid } of older) {
      const document = await read(encoded`/brief/${slug}/${gid}`);
      if (document !== undefined) yield document;
    }
  }

  /** The articles without a bookmark, in documents without one. */
  async *#freeArticles(): AsyncGenerator<ArticlePath & { readonly liked: Json }> {
    for await (const { slug, gid, article, bookmarked } of this.#documents(await this.#find('reader'))) {
      if (bookmarked) continue;
      for (const one of article) {
        if (typeof one?.gid === 'string' && one.bookmarked === false) {
          yield { slug, gid, article: one.gid, liked: one.liked };
        }
      }
    }
  }

  async #documentAt(reader: CaseReader, path: string): Promise<ShownDocument | undefined> {
    const answer = await reader.get(path);
    return isSuccess(answer) && typeof answer.data?.gid === 'string' && Array.isArray(answer.data.article)
      ? answer.data
      : undefined;
  }

  async #userData(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const problem = await this.#context.problemOf('user-data');
    if (problem !== undefined) throw problem;
    return apiOf('user-data', this.#context.settings.serviceToken, (sending) => this.#send(sending)).get(path, {
      headers,
    });
  }

  async #send(sending: Sending): Promise<Answer> {
    return answerOf(await this.#context.send(sending.method, sending.path, requestInit(sending)));
  }
}

const ofReader: readonly Need[] = [
  'otherReader',
  'document',
  'olderDocument',
  'unbookmarked',
  'article',
  'unratedArticle',
];
const changing: readonly Need[] = ['unbookmarked', 'article', 'unratedArticle'];

/** Whether cases with this need change what the others see, so that they run one after the other. */
export function isShared(need: Need): boolean {
  return changing.includes(need) || need === 'outsider';
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}
