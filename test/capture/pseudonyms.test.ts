import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnClasses } from '../../src/model/column-classes.js';
import { schemas } from '../../src/model/table-schema.js';
import { tableNames } from '../../src/model/tables.js';
import { findOriginals } from '../../tools/capture/find-originals.js';
import { Pseudonyms } from '../../tools/capture/pseudonyms.js';
import { key } from '../support/capture-backend.js';
import { runs } from '../support/state-runs.js';

/** The alphabets of names, without letters whose other case has another length. */
const alphabets: Readonly<Record<string, string>> = {
  Latin: 'abcdefghijklmnopqrstuvwxyzäéñøšABCDEFGHIJKLMNOPQRSTUVWXYZÄÉÑØŠ',
  Greek: 'αβγδεζηθικλμνξοπρστυφχψωάέήίΑΒΓΔΕΖΗΘ',
  Cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖ',
  Armenian: 'աբգդեզէըթժիլխծկհձղճմԱԲԳԴ',
  Georgian: 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  Devanagari: 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
  Thai: 'กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหอฮ',
  Hangul: '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하',
  Hiragana: 'あいうえおかきくけこさしすせそたちつてとなにぬねの',
  Katakana: 'アイウエオカキクケコサシスセソタチツテトナニヌネノ',
  Han: '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅鄭梁謝宋唐',
};

const word = fc
  .constantFrom(...Object.entries(alphabets))
  .chain(([script, letters]) =>
    fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 })
      .map((drawn) => ({ script, text: drawn.join('') })),
  );

/** The form of a text: letters of which script and case, and all else as it is, but for digits. */
function formOf(text: string): string {
  return [...text]
    .map((character) => {
      if (/\p{N}/u.test(character)) return '0';
      const script = Object.keys(alphabets).find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character));
      if (script === undefined) return character;
      return `<${script}${character === character.toLowerCase() ? '' : ' upper'}>`;
    })
    .join('');
}

describe('pseudonyms', () => {
  it('L4: texts keep lengths, scripts, cases, spaces, punctuation and tags', async () => {
    const tag = fc.constantFrom('<b>', '</b>', '<br/>', '&amp;', ' ', ' — ', '. ', '(', ')', ', 7 ', '\n');
    const text = fc
      .array(
        fc.oneof(
          word.map(({ text }) => text),
          tag,
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const property = fc.property(text, (html) => {
      const tags = /<[^>]*>|&amp;/g;
      const made = new Pseudonyms(key).html(html);
      expect(made.match(tags)).toEqual(html.match(tags));
      expect(formOf(made.replace(tags, '|'))).toBe(formOf(html.replace(tags, '|')));
    });
    await fc.assert(property, runs('forms', 400, 100));
  });

  it('L4: e-mails stay e-mails in a domain, URLs keep their scheme and path, JSON keeps its structure', () => {
    const pseudonyms = new Pseudonyms(key);
    expect(pseudonyms.email('Zoë.Quill+1@Mail.Example.test')).toMatch(
      /^\p{L}{6}\.[a-z0-9]{8}@[a-z]{6}-[a-z0-9]{8}\.example$/u,
    );
    const [, domain] = pseudonyms.email('zoe@mail.example.test').split('@');
    expect(domain).toBe(pseudonyms.domain('MAIL.example.TEST'));
    expect(pseudonyms.url('http://Quill.test/Team/zoe-1')).toMatch(
      /^http:\/\/[a-z]{6}-[a-z0-9]{8}\.example\/[A-Z][a-z]{3}\/[a-z]{3}-\d$/,
    );
    const made = pseudonyms.json({ note: ['call Zoë', 12, true, null], at: 5_550_100_200 }, () => false);
    expect(made).toEqual({
      note: [expect.stringMatching(/^[a-z]{4} [A-Z][a-z]{2}$/), 12, true, null],
      at: expect.any(Number),
    });
    expect(String((made as { at: number }).at)).toHaveLength(10);
    expect(String(pseudonyms.json(-200_000, () => false))).toMatch(/^-\d{6}$/);
    expect(String(pseudonyms.json(123_456.5, () => false))).toMatch(/^\d{6}\.\d$/);
  });

  it.each([
    ['https://quill.test/@zoe/post-1', /^https:\/\/[\w-]+\.example\/@[a-z]{3}\/[a-z]{4}-\d$/],
    ['https://quill.test/2026-03-04/zoe', /^https:\/\/[\w-]+\.example\/\d{4}-\d\d-\d\d\/[a-z]{3}$/],
    [
      'https://quill.test/?next=http://zoe.test/x',
      /^https:\/\/[\w-]+\.example\/\?[a-z]{4}=http:\/\/[\w-]+\.example\/[a-z]$/,
    ],
    ['https://quill.test?by=zoe@quill.test', /^https:\/\/[\w-]+\.example\?[a-z]{2}=[a-z]{6}\.\w{8}@[\w-]+\.example$/],
  ])('L4: a URL keeps its form: %s', (url, form) => {
    expect(new Pseudonyms(key).text(`See ${url}`)).toMatch(new RegExp(form.source.replace('^', '^[A-Z][a-z]{2} ')));
  });

  it.each(['#.', '#!', '#?', '[#]', '<#>', "'#'", '_#_', 'mail=#', '/#/', 'mailto:#?subject=x'])(
    'L2: an e-mail has one pseudonym, whatever is around it in a text: %s',
    (around) => {
      const pseudonyms = new Pseudonyms(key);
      const [before, after] = around.split('#').map((text) => pseudonyms.text(text));
      for (const email of ['zoe@quill.test', "Zoë.O'Quill+1@mail.quill.test"]) {
        expect(pseudonyms.text(around.replace('#', email))).toBe(before + pseudonyms.email(email) + after);
      }
    },
  );

  it.each([
    ['e-mails', (pseudonyms: Pseudonyms, n: number) => pseudonyms.email(`zoe${n}@quill.test`)],
    ['keys', (pseudonyms: Pseudonyms, n: number) => pseudonyms.key(`zoe${n}`)],
    ['unique texts', (pseudonyms: Pseudonyms, n: number) => pseudonyms.unique(`zoe${n}`)],
    ['domains', (pseudonyms: Pseudonyms, n: number) => pseudonyms.domain(`zoe${n}.test`)],
  ])('L2: no two %s have one pseudonym, even if most of them draw one that is taken', (_, make) => {
    const tokenOf = (text: string) => /[a-z0-9]+(?=$|@|\.example$)/.exec(text)?.[0];
    const all = () => {
      const pseudonyms = new Pseudonyms(key, { tokenLength: 1 });
      return Array.from({ length: 200 }, (_, n) => make(pseudonyms, n));
    };
    const made = all();
    expect(new Set(made.map(tokenOf)).size).toBe(200);
    expect(all()).toEqual(made);
  });

  it('L1: no pseudonym of numbers and short words is by chance another original', () => {
    const amounts = [...'bcdfghjklmnprstvwz'].flatMap((letter) => [10, 20, 30, 40].map((n) => `€${n}${letter}`));
    const numbers = Array.from({ length: 90 }, (_, n) => (n + 10) * 11_111);
    const originals = [...amounts, ...numbers.map(String)];
    const madeBy = (key: Uint8Array, found: readonly string[]) => {
      const pseudonyms = new Pseudonyms(key, { originals: found });
      const texts = amounts.flatMap((amount) => [
        pseudonyms.text(`sold for ${amount}.`),
        pseudonyms.url(`https://x.test/${amount}`),
      ]);
      return [...texts, ...numbers.map((number) => pseudonyms.json(number, () => false))].join('\n');
    };
    const keys = Array.from({ length: 10 }, (_, n) => new Uint8Array(32).fill(n));
    expect(keys.map((key) => findOriginals(madeBy(key, originals), originals))).toEqual(keys.map(() => []));
    // By chance some are, if the originals are not known.
    expect(keys.filter((key) => findOriginals(madeBy(key, []), originals).length > 0)).not.toEqual([]);
  });

  it('L2: 2,000 e-mails and 2,000 keys: as many pseudonyms', () => {
    const pseudonyms = new Pseudonyms(key);
    const many = Array.from({ length: 2000 }, (_, n) => n);
    expect(new Set(many.map((n) => pseudonyms.email(`person${n}@quill.test`))).size).toBe(many.length);
    expect(new Set(many.map((n) => pseudonyms.key(`brief-${n}`))).size).toBe(many.length);
  });

  it('L2: each unique column has a class with unique pseudonyms', () => {
    const kinds = tableNames.flatMap((name) =>
      [[schemas[name].key], ...schemas[name].indexes.filter(({ unique }) => unique).map(({ columns }) => columns)].map(
        (columns) => [`${name}.${columns.join('+')}`, columns.map((column) => classOf(name, column))] as const,
      ),
    );
    const unique = ['keep', 'kind', 'day', 'word', 'email', 'key', 'unique', 'derived'];
    expect(kinds.filter(([, classes]) => !classes.every((kind) => unique.includes(kind)))).toEqual([]);
  });

  it('L2: the same word has one pseudonym, with composed letters or with combining marks, and in each case', () => {
    const pseudonyms = new Pseudonyms(key);
    for (const name of ['José', 'Ångström', 'Νίκος', 'Семён', '김철수']) {
      const [composed, combining] = [name.normalize('NFC'), name.normalize('NFD')];
      expect(pseudonyms.text(combining)).toBe(pseudonyms.text(composed));
      expect(pseudonyms.text(composed.toUpperCase())).toBe(pseudonyms.text(composed).toUpperCase());
      // Whichever comes first.
      expect(new Pseudonyms(key).text(combining)).toBe(pseudonyms.text(composed));
    }
  });

  it.each(['1-2026021913', '20260219', '1-2026-02-19', '7-1999123112-2'])(
    'a key of digits is replaced if it contains a date: %s',
    (dated) => {
      const made = new Pseudonyms(key).key(dated);
      expect(new Pseudonyms(key).key(dated)).toBe(made);
      expect(findOriginals(made, [dated])).toEqual([]);
      expect(made.replaceAll('-', '')).not.toMatch(/20260219|19991231/);
    },
  );

  it.each(['17', '1-204', '1-2026', '2026131', '12345678'])('a key of digits without a date stays: %s', (number) => {
    expect(new Pseudonyms(key).key(number)).toBe(number);
  });

  it('no pseudonym of four letters or more is a usual name', async () => {
    const pseudonyms = new Pseudonyms(key);
    const pairs: Readonly<Record<string, RegExp>> = {
      ...{ Latin: /q[aeio]/, Greek: /ξθ/, Cyrillic: /ъь/, Armenian: /ճճ/, Georgian: /ჰჰ/ },
      ...{ Hebrew: /ץך/, Arabic: /ثذ/, Devanagari: /ङञ/, Thai: /ฃฅ/ },
    };
    const property = fc.property(word, ({ script, text }) => {
      const pair = pairs[script];
      if (pair !== undefined && [...text].length >= 4) expect(pseudonyms.text(text).toLowerCase()).toMatch(pair);
    });
    await fc.assert(property, runs('names', 400, 100));
  });
});

function classOf(table: string, column: string): string {
  return (columnClasses as Readonly<Record<string, Readonly<Record<string, string>>>>)[table]?.[column] ?? '';
}

describe('L3: originals in any script are found', () => {
  const names = [
    'Семён Ёлкин',
    'Νίκος Αγγέλου',
    '歐陽小明',
    'محمد الفاتح',
    'Zoë Ångström',
    'Weiß Groß',
    '김철수영희',
    'ガガーリン',
    'İpek Işık',
  ];
  const changes: readonly (readonly [string, (text: string) => string])[] = [
    ['with combining marks', (text) => text.normalize('NFD')],
    ['with composed letters', (text) => text.normalize('NFC')],
    ['in upper case', (text) => text.toUpperCase()],
    ['in lower case', (text) => text.toLowerCase()],
    ['in upper case and percent-encoded', (text) => encodeURIComponent(text.toUpperCase())],
    ['with combining marks in base64', (text) => Buffer.from(`>${text.normalize('NFD')}`).toString('base64')],
    ['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
    [
      'escaped in JSON',
      (text) => text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['with entities', (text) => text.replace(/./gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`)],
    [
      'with named entities',
      (text) => text.replaceAll('ë', '&euml;').replaceAll('Å', '&Aring;').replaceAll('ß', '&szlig;'),
    ],
    [
      'in full width',
      (text) => text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
    ],
  ];

  it.each(changes)('%s', (_, change) => {
    for (const name of names) {
      for (const original of [name, name.normalize('NFD')]) {
        const output = JSON.stringify({ text: 'before @ after' }).replace('@', change(name));
        expect([name, findOriginals(output, [original]).length]).toEqual([name, 1]);
      }
    }
  });

  it('a short one with another mark is another word', () => {
    expect(findOriginals('{"a":"Reedx\u0302"}', ['Reed'])).toEqual([]);
    expect(findOriginals('{"a":"Reed"}', ['Reed'])).toHaveLength(1);
  });
});
