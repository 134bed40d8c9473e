import * as z from 'zod/mini';
import { notFound } from '../../foundation/mock-error.js';
import { records } from '../../model/record-schemas.js';
import { emptyAsNull, recordId } from '../../protocol/parameter-schemas.js';
import { defineResource } from '../../protocol/resource.js';
import { defineRoute } from '../../protocol/route.js';

const PATH = '/user-data/v1/application-preference';

/** The answer to deleting an application preference (D10). */
export const removedApplicationPreference = z.strictObject({
  /** The id that it had. */
  id: z.int(),
  /** The label that it had. */
  name: z.string(),
  /** The description that it had. */
  description: z.nullable(z.string()),
});

/** Here the id of GET is that of an application; the id of PUT and DELETE is that of an application preference. */
const listOfApplication = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'List the preferences of an application',
  decisions: ['D3'],
  params: { id: recordId.check(z.describe('The id of an application.')) },
  find: ({ id }, { tables }) => {
    if (tables.application.get(id) === undefined) throw notFound(`There is no application ${id}`);
  },
  example: ({ tables }) => {
    const [definition] = tables.application_preference.all();
    return definition && { params: { id: definition.application_id } };
  },
  response: z.strictObject({ data: z.array(records.application_preference) }),
  handle: ({ params }, { tables }) => ({ data: tables.application_preference.list({ application_id: params.id }) }),
});

const resource = defineResource({
  path: PATH,
  table: 'application_preference',
  noun: 'application preference',
  decisions: ['D9', 'D10', 'D37', 'X19'],
  columns: ['application_id', 'preference_label', 'preference_slug', 'preference_description'],
  byId: false,
  // An empty slug is derived from the label, like a missing one.
  inputs: { preference_slug: emptyAsNull },
  presentRemoved: {
    schema: removedApplicationPreference,
    record: ({ id, preference_label, preference_description }) => ({
      id,
      name: preference_label,
      description: preference_description,
    }),
  },
  removedAnswersWith: 'object',
});

export const applicationPreferenceRoutes = [listOfApplication, ...resource];
