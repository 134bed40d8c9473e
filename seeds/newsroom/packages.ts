import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { Draw } from '../factories/faker.js';
import type { Applications } from './applications.js';
import type { NewsroomReader } from './people.js';

/** Features of the applications, packages of features, and the packages of users. */
export function seedPackages(
  { data }: ScenarioContext,
  draw: Draw,
  { web, mobile }: Applications,
  readers: readonly NewsroomReader[],
): void {
  const feature = (app_id: number, name: string, description: string) =>
    data.feature.create({ app_id, name, description }).id;
  const archive = feature(web, 'archive', 'Read documents of past days');
  const bookmarks = feature(web, 'bookmarks', 'Keep briefs and articles for later');
  const sharing = feature(web, 'share-by-mail', 'Send an article to a colleague');
  const offline = feature(mobile, 'offline-reading', 'Read without a connection');
  const alerts = feature(mobile, 'push-alerts', 'A notice when a brief comes out');

  const bundle = (sf_id: string, name: string, display_name: string, description: string, features: number[]) => {
    const { id } = data.package.create({ sf_id, name, display_name, description });
    for (const [place, feature_id] of features.entries()) {
      data.feature_package.create({ package_id: id, feature_id, display_order: place + 1 });
    }
    return id;
  };
  const essential = bundle('01tHp000004EssIA', 'essential', 'Essential', 'For occasional readers', [
    bookmarks,
    sharing,
  ]);
  const professional = bundle('01tHp000004ProIA', 'professional', 'Professional', 'For those who read every day', [
    bookmarks,
    sharing,
    archive,
    alerts,
  ]);
  const enterprise = bundle('01tHp000004EntIA', 'enterprise', 'Enterprise', 'Everything, for whole organisations', [
    archive,
    bookmarks,
    sharing,
    offline,
    alerts,
  ]);
  // No user has this package.
  data.package.create({ name: 'starter', display_name: 'Starter', status: 'retired' });

  for (const { id, email, client } of readers) {
    if (client === undefined) continue;
    const fallback = draw('user_package', email, (faker) => faker.helpers.arrayElement([essential, professional]));
    data.user_package.create({ user_id: id, package_id: client === 'acme' ? enterprise : fallback });
  }
}
