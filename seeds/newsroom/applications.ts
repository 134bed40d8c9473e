import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import * as applications from '../factories/applications.js';
import type { Draw } from '../factories/faker.js';
import type { NewsroomReader } from './people.js';

/** The ids that other records reference. */
export interface Applications {
  readonly web: number;
  readonly mobile: number;
  /** Ids of application users, by e-mail. */
  readonly webUsers: ReadonlyMap<string, number>;
  readonly mobileUsers: ReadonlyMap<string, number>;
}

/** Readers without an account in any application. */
const STRANGERS = ['erin@mailbox.example'];
/** Readers who use the mobile application for every seed. */
const MOBILE = ['alice@acme.example', 'bruno@acme.example', 'chloe@meridian.example'];

export function seedApplications(
  { data }: ScenarioContext,
  draw: Draw,
  readers: readonly NewsroomReader[],
): Applications {
  const web = data.application.create(applications.web).id;
  const mobile = data.application.create(applications.mobile).id;
  const studio = data.application.create({
    name: 'Newsroom Studio',
    description: 'Where editors put briefs together',
  }).id;

  const register = (application_id: number, { id, email }: NewsroomReader): [string, number] => {
    const legacy_id = application_id * 10_000 + id * 7;
    return [email, data.application_user.create({ user_id: id, application_id, legacy_id }).id];
  };
  const known = readers.filter(({ email }) => !STRANGERS.includes(email));
  const onPhone = known.filter(
    ({ email }) => MOBILE.includes(email) || draw('application_user', email, (faker) => faker.number.int(9) < 4),
  );
  const webUsers = new Map(known.map((reader) => register(web, reader)));
  const mobileUsers = new Map(onPhone.map((reader) => register(mobile, reader)));
  for (const reader of readers.filter(({ email }) => email.startsWith('bruno@'))) register(studio, reader);
  return { web, mobile, webUsers, mobileUsers };
}
