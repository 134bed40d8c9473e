import { createMock } from 'briefs-mock';
import { baselineAfter, compareDocument } from 'briefs-mock/conform';
import { beforeAll, describe, expect, it } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: the tests change documents in many places.
type Part = any;

const at = '2026-03-04T09:00:00.000Z';
let ours: Part;
beforeAll(async () => {
  ours = JSON.parse(JSON.stringify(await createMock().openapi()));
});

/** The differences of a copy that is changed, by route. */
function differences(change: (document: Part) => void, baseline?: Parameters<typeof compareDocument>[2]['baseline']) {
  const theirs = JSON.parse(JSON.stringify(ours));
  change(theirs);
  const report = compareDocument(theirs, ours, { against: 'theirs.json', at, baseline });
  const found = report.results.flatMap(({ id, findings = [] }) =>
    findings.map(({ problem, first }) => `${id.replace('openapi/', '')} ${first.path} ${problem}`),
  );
  return { report, found };
}

/** Gives an operation an answer of its own, without references to schemas that others use, too. */
function ownAnswer({ paths, components }: Part, path: string, method = 'get'): Part {
  const content = paths[path][method].responses[200].content['application/json'];
  const inline = (part: Part): Part => {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== 'object' || part === null) return part;
    if (part.$ref) return inline(components.schemas[part.$ref.split('/').at(-1)]);
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, inline(one)]));
  };
  content.schema = inline(content.schema);
  return content.schema;
}

const CLIENTS = '/user-data/v1/client';
const FILTER = '/user-data/v1/brief-entitlement';
const record = (schema: Part) => schema.properties.data.items ?? schema.properties.data;

describe('conform --openapi', () => {
  it.each<[string, object]>([
    ['whose server has a longer path', { url: 'https://api.example.com/api/user-data' }],
    ['whose server has a path', { url: 'https://api.example.com/user-data' }],
    [
      'whose server has variables',
      {
        url: 'https://{stage}.example.com/{api}',
        variables: { stage: { default: 'api' }, api: { default: 'user-data' } },
      },
    ],
  ])('finds no difference in the document of the mock itself, nor in an equal one of another form %s', (_, server) => {
    expect(differences(() => {})).toMatchObject({ found: [], report: { unusable: false } });
    const { found, report } = differences((document) => {
      ownAnswer(document, CLIENTS);
      document.servers = [server];
      for (const path of Object.keys(document.paths)) {
        const item = document.paths[path];
        delete document.paths[path];
        const renamed = path.replaceAll(/\{(\w+)\}/g, '{other_$1}');
        if (path.startsWith('/user-data/')) document.paths[renamed.slice('/user-data'.length)] = item;
      }
    });
    expect(found).toEqual([]);
    expect(report.results).toContainEqual(expect.objectContaining({ id: `openapi/GET ${CLIENTS}`, outcome: 'agrees' }));
  });

  it.each<[string, (document: Part) => void]>([
    [
      'null among the values of an enum, instead of an alternative',
      (document) => {
        const alternatives = (part: Part): void => {
          if (typeof part !== 'object' || part === null) return;
          for (const one of Object.values(part)) alternatives(one);
          const [choice, other] = part.anyOf ?? [];
          if (choice?.enum === undefined || other?.type !== 'null') return;
          delete part.anyOf;
          Object.assign(part, { type: [choice.type, 'null'], enum: [...choice.enum, null] });
        };
        alternatives(document.paths);
        alternatives(document.components);
      },
    ],
    [
      'alternatives beside the properties',
      (document) => {
        record(ownAnswer(document, CLIENTS)).anyOf = [{ required: ['id'] }, { required: ['name'] }];
      },
    ],
    [
      'a path that is a reference',
      ({ paths, components }) => {
        components.pathItems = { Clients: paths[CLIENTS] };
        paths[CLIENTS] = { $ref: '#/components/pathItems/Clients' };
      },
    ],
    [
      'references that are encoded as in a URL',
      ({ paths, components }) => {
        components.schemas['Page«Client»'] = { ...components.schemas.Client };
        const schema = ownAnswer({ paths, components }, CLIENTS);
        schema.properties.data.items = { $ref: '#/components/schemas/Page%C2%ABClient%C2%BB' };
      },
    ],
    [
      '`default` for each success',
      ({ paths }) => {
        for (const item of Object.values<Part>(paths)) {
          for (const { responses } of Object.values<Part>(item)) {
            responses.default = responses[200];
            delete responses[200];
          }
        }
      },
    ],
    [
      'a field in several parts that apply together',
      (document) => {
        const schema = ownAnswer(document, CLIENTS);
        const { data, ...properties } = schema.properties;
        schema.allOf = [{ properties: { data } }, { type: 'object', properties: { ...properties, data: {} } }];
        delete schema.properties;
      },
    ],
    [
      'parameters with a content',
      ({ paths }) => {
        for (const one of paths[FILTER].get.parameters) {
          one.content = { 'application/json': { schema: one.schema } };
          delete one.schema;
        }
      },
    ],
    ...[3.1, 3].map((version): [string, (document: Part) => void] => [
      `the number ${version} as its version, as YAML has 3.${version === 3 ? 0 : 1} without quotes`,
      (document) => {
        document.openapi = version;
      },
    ]),
    [
      'a path of no API that is in another file',
      ({ paths }) => {
        paths['/health'] = { $ref: './health.yaml' };
      },
    ],
    [
      'another kind of JSON before that of the mock',
      ({ paths }) => {
        const answer = paths[CLIENTS].get.responses[200];
        answer.content = { 'application/vnd.old+json': { schema: {} }, ...answer.content };
      },
    ],
  ])('finds no difference in an equal document with %s', (_, apply) => {
    expect(differences(apply).found).toEqual([]);
  });

  const change: Record<string, [(document: Part) => void, string[]]> = {
    'a missing route': [
      ({ paths }) => delete paths[`${CLIENTS}/{id}`].delete,
      [`DELETE ${CLIENTS}/{id} route is missing from the document`],
    ],
    'another route': [
      ({ paths }) => {
        paths[CLIENTS].patch = { responses: { 200: {} } };
      },
      [`PATCH ${CLIENTS} route is not a route of the mock`],
    ],
    'a missing parameter': [
      ({ paths }) => {
        const { get } = paths[FILTER];
        get.parameters = get.parameters.filter((one: Part) => one.name !== 'brief_slug');
      },
      [`GET ${FILTER} query.brief_slug is missing from the document`],
    ],
    'another parameter': [
      ({ paths }) => paths[CLIENTS].get.parameters.push({ in: 'query', name: 'page', schema: { type: 'integer' } }),
      [`GET ${CLIENTS} query.page is unknown to the mock`],
    ],
    'a missing field': [
      (document) => {
        const client = record(ownAnswer(document, CLIENTS));
        delete client.properties.name;
        client.required = client.required.filter((name: string) => name !== 'name');
      },
      [`GET ${CLIENTS} 200 data[].name is missing from the document`],
    ],
    'another field': [
      (document) => {
        record(ownAnswer(document, CLIENTS)).properties.city = {
          type: 'object',
          properties: { name: { type: 'string' } },
        };
      },
      [`GET ${CLIENTS} 200 data[].city is unknown to the mock`],
    ],
    'a field of another type': [
      (document) => {
        record(ownAnswer(document, CLIENTS)).properties.id = { type: 'string' };
      },
      [`GET ${CLIENTS} 200 data[].id is string, but integer in the mock`],
    ],
    'a field that may be null': [
      (document) => {
        record(ownAnswer(document, CLIENTS)).properties.id = { type: ['integer', 'null'] };
      },
      [`GET ${CLIENTS} 200 data[].id is integer or null, but integer in the mock`],
    ],
    'a field that may be absent': [
      (document) => {
        const client = record(ownAnswer(document, CLIENTS));
        client.required = client.required.filter((name: string) => name !== 'id');
      },
      [`GET ${CLIENTS} 200 data[].id is optional, but required in the mock`],
    ],
    'a missing status': [
      ({ paths }) => delete paths[`${CLIENTS}/{id}`].get.responses[404],
      [`GET ${CLIENTS}/{id} status 404 is missing from the document`],
    ],
    'another status': [
      ({ paths }) => {
        paths[CLIENTS].get.responses[418] = { description: 'A teapot.' };
      },
      [`GET ${CLIENTS} status 418 is never answered by the mock`],
    ],
    'no body': [
      ({ paths }) => delete paths[CLIENTS].post.requestBody,
      [`POST ${CLIENTS} body is missing from the document`],
    ],
  };

  it.each(Object.entries(change))('names %s by route and field, and nothing else', (_, [apply, expected]) => {
    expect(differences(apply).found).toEqual(expected);
  });

  it('names a field whose schema refers to itself in many places once, and does not follow it', () => {
    const { found } = differences((document) => {
      const parts = Array.from({ length: 8 }, (_, i) => [`part${i}`, { $ref: '#/components/schemas/Node' }]);
      document.components.schemas.Node = { type: 'object', properties: Object.fromEntries(parts) };
      record(ownAnswer(document, CLIENTS)).properties.node = { $ref: '#/components/schemas/Node' };
    });
    expect(found).toEqual([`GET ${CLIENTS} 200 data[].node is unknown to the mock`]);
  });

  it('names all of them at once, each once', () => {
    // The first two of a pair would hide each other's field.
    const together = [
      'a missing route',
      'another route',
      'a missing parameter',
      'another parameter',
      'another field',
      'a missing status',
      'another status',
      'no body',
    ];
    const { found } = differences((document) => {
      for (const name of together) change[name]?.[0](document);
    });
    expect(found).toHaveLength(together.length);
  });

  it('accepts what a baseline lists', () => {
    const apply = change['another status']?.[0] ?? (() => {});
    const baseline = baselineAfter(differences(apply).report);
    const { results } = differences(apply, baseline).report;
    expect(results.filter(({ outcome }) => outcome === 'differs')).toMatchObject([{ knownSince: '2026-03-04' }]);
  });

  it('says that the document has no route of an API, instead of listing them all', () => {
    const { report, found } = differences((document) => {
      for (const path of Object.keys(document.paths)) if (!path.startsWith('/user-data/')) delete document.paths[path];
    });
    expect(found).toEqual([]);
    expect(report.results.filter(({ outcome }) => outcome === 'could not tell').map(({ missing }) => missing)).toEqual([
      'routes of public-api in the document',
      'routes of user-preference in the document',
    ]);
  });

  it.each([
    [{ swagger: '2.0', paths: {} }, 'it has version 2.0; documents of OpenAPI 3.0 and 3.1 can be compared'],
    [
      { openapi: '3.0.3', paths: { [CLIENTS]: { $ref: './client.yaml' } } },
      'the document refers to ./client.yaml, which is not in it; bundle it into one file first',
    ],
    [{}, 'it is not an OpenAPI document'],
    [null, 'it is not an OpenAPI document'],
  ])('rejects %j', (document, message) => {
    expect(() => compareDocument(document, ours, { against: 'theirs.json', at })).toThrow(message);
  });
});
