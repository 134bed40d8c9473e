import { type BehaviorOptions, defineScenario, type ScenarioContext } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';

/** A change of the mock: switches, or what the scenario newsroom has in addition. */
export interface Change {
  readonly behavior?: BehaviorOptions;
  readonly scenario?: (context: ScenarioContext) => void;
}

const alices = { email: { equals: 'alice@acme.example' } };

/** Changes of twenty switches and of six things in the scenario, by name. */
export const changes: Readonly<Record<string, Change>> = {
  'a repeated bookmark is a conflict': { behavior: { repeatBookmark: 'conflict' } },
  'a missing bookmark is deleted': { behavior: { deleteMissingBookmark: 'empty' } },
  'briefs of others are hidden': { behavior: { hideUnentitled: true } },
  'articles have no gid': { behavior: { articleGid: false } },
  'first names are unique': { behavior: { uniqueFirstName: true } },
  'deleted clients are hidden': { behavior: { hideDeleted: true } },
  'preference_value has an apostrophe': { behavior: { apostropheKey: 'on' } },
  'preference_value is there twice': { behavior: { apostropheKey: 'both' } },
  'a preference is appended': { behavior: { setPreference: 'append' } },
  'a service token is needed': { behavior: { serviceToken: 'secret' } },
  'a content type is needed': { behavior: { requireContentType: true } },
  'links lead elsewhere': { behavior: { webOrigin: 'https://elsewhere.example' } },
  'any token is accepted': { behavior: { tokens: 'any' } },
  'pages of one origin may call': { behavior: { corsOrigin: ['https://app.example'] } },
  'tokens are JWTs': { behavior: { tokens: 'jwt' } },
  'mobile applications alone may ask': { behavior: { requestFrom: ['mobile'] } },
  'no page may call': { behavior: { corsOrigin: [] } },
  'bookmarks conflict, and missing ones are deleted': {
    behavior: { repeatBookmark: 'conflict', deleteMissingBookmark: 'empty' },
  },
  'links have a path': { behavior: { webOrigin: 'https://briefs.example/reading' } },
  'a missing bookmark is deleted, and what is deleted hidden': {
    behavior: { deleteMissingBookmark: 'empty', hideDeleted: true },
  },
  'a brief is renamed': {
    scenario: ({ data }) =>
      void data.brief.update({ where: { slug: { equals: 'front-page' } }, data: { name: 'Title Page' } }),
  },
  'a brief is inactive': {
    scenario: ({ data }) =>
      void data.brief.update({ where: { slug: { equals: 'energy-today' } }, data: { is_active: false } }),
  },
  'there is another client': {
    scenario: ({ data }) =>
      void data.client.create({ name: 'New', short_name: 'new', display_name: 'New', type: 'company' }),
  },
  'an application is renamed': {
    scenario: ({ data }) => void data.application.update({ where: { id: { equals: 1 } }, data: { name: 'Renamed' } }),
  },
  'a reader has no bookmarks': { scenario: ({ data }) => void data.bookmark.deleteMany({ where: alices }) },
  'an article has another title': {
    scenario: ({ data }) => {
      const first = data.article.findFirst({ where: { brief_gid: { equals: '1-2026030401' } } });
      if (first) data.article.update({ where: { id: { equals: first.id } }, data: { title: 'Another title' } });
    },
  },
};

/** The scenario newsroom as a change makes it. */
export function changedNewsroom({ scenario }: Change = {}) {
  if (scenario === undefined) return newsroom;
  return defineScenario({
    ...newsroom,
    seed: (context) => {
      newsroom.seed(context);
      scenario(context);
    },
  });
}
