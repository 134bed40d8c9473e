// test/openapi/answer-data.test.ts writes this file: it follows from the schemas of the routes.
import type { Row } from '../model/tables.js';
import type {
  ApplicationEntitledBrief,
  BookmarkedArticle,
  BookmarkedBrief,
  BookmarkRecord,
  BriefDocument,
  BriefEntitlement,
  BriefEntitlementCheck,
  BriefListItem,
  CompositePreference,
  EntitledContent,
  GenericPreferenceItem,
  LegacySyncResult,
  ListedUserApplicationPreference,
  RemovedApplicationPreference,
  RemovedBookmark,
  ServiceDescription,
  SyncResult,
  UserApplicationPreference,
  UserBrief,
  UserPreference,
} from './types.js';

/** The type of `data` in the successes of each route of the APIs, by method and path. */
export interface AnswerData {
  /** List the briefs that the caller may read */
  'GET /public-api/v1/brief': BriefListItem[];
  /** Get the latest published document of a brief */
  'GET /public-api/v1/brief/:brief_slug': BriefDocument;
  /** Get the latest published document of a brief */
  'GET /v1/brief/:brief_slug': BriefDocument;
  /** Get a published document of a brief */
  'GET /public-api/v1/brief/:brief_slug/:gid': BriefDocument;
  /** List the bookmarked brief documents of the caller */
  'GET /public-api/v1/bookmark/brief': BookmarkedBrief[];
  /** List the bookmarked articles of the caller */
  'GET /public-api/v1/bookmark/article': BookmarkedArticle[];
  /** Bookmark a brief document */
  'POST /public-api/v1/bookmark/:brief_slug/:brief_gid': [BookmarkRecord];
  /** Remove the bookmark of a brief document */
  'DELETE /public-api/v1/bookmark/:brief_slug/:brief_gid': RemovedBookmark[];
  /** Bookmark an article */
  'POST /public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid': [BookmarkRecord];
  /** Remove the bookmark of an article */
  'DELETE /public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid': RemovedBookmark[];
  /** Describe the service: its packages, versions and routes */
  'GET /user-data/service-description': ServiceDescription;
  /** List the preferences */
  'GET /user-data/v1/preference': Row<'legacy_preference'>[];
  /** Get a preference by id */
  'GET /user-data/v1/preference/:id': Row<'legacy_preference'>[];
  /** Create one or more preferences, all or none */
  'POST /user-data/v1/preference': Row<'legacy_preference'>[];
  /** Update a preference; omitted fields keep their values */
  'PUT /user-data/v1/preference/:id': Row<'legacy_preference'>[];
  /** Delete a preference */
  'DELETE /user-data/v1/preference/:id': Row<'legacy_preference'>[];
  /** List the user preferences */
  'GET /user-data/v1/user-preference': UserPreference[];
  /** Get a user preference by id */
  'GET /user-data/v1/user-preference/:id': UserPreference[];
  /** Create one or more user preferences, all or none */
  'POST /user-data/v1/user-preference': UserPreference[];
  /** Update a user preference; omitted fields keep their values */
  'PUT /user-data/v1/user-preference/:id': UserPreference[];
  /** Delete a user preference */
  'DELETE /user-data/v1/user-preference/:id': UserPreference[];
  /** List the users */
  'GET /user-data/v1/user': Row<'user'>[];
  /** Get a user by id */
  'GET /user-data/v1/user/:id': Row<'user'>[];
  /** Create one or more users, all or none */
  'POST /user-data/v1/user': Row<'user'>[];
  /** Update a user; omitted fields keep their values */
  'PUT /user-data/v1/user/:id': Row<'user'>[];
  /** Delete a user */
  'DELETE /user-data/v1/user/:id': Row<'user'>[];
  /** List the applications */
  'GET /user-data/v1/application': Pick<Row<'application'>, 'id' | 'name'>[];
  /** Get an application by id */
  'GET /user-data/v1/application/:id': Pick<Row<'application'>, 'id' | 'name'>[];
  /** Create one or more applications, all or none */
  'POST /user-data/v1/application': Pick<Row<'application'>, 'id' | 'name'>[];
  /** Update an application; omitted fields keep their values */
  'PUT /user-data/v1/application/:id': Pick<Row<'application'>, 'id' | 'name'>[];
  /** Delete an application */
  'DELETE /user-data/v1/application/:id': Pick<Row<'application'>, 'id' | 'name'>[];
  /** List the application users */
  'GET /user-data/v1/application-user': Row<'application_user'>[];
  /** Get an application user by id */
  'GET /user-data/v1/application-user/:id': Row<'application_user'>[];
  /** Create one or more application users, all or none */
  'POST /user-data/v1/application-user': Row<'application_user'>[];
  /** Update an application user; omitted fields keep their values */
  'PUT /user-data/v1/application-user/:id': Row<'application_user'>[];
  /** Delete an application user */
  'DELETE /user-data/v1/application-user/:id': Row<'application_user'>[];
  /** List the features */
  'GET /user-data/v1/feature': Row<'feature'>[];
  /** Get a feature by id */
  'GET /user-data/v1/feature/:id': Row<'feature'>[];
  /** Create one or more features, all or none */
  'POST /user-data/v1/feature': Row<'feature'>[];
  /** Update a feature; omitted fields keep their values */
  'PUT /user-data/v1/feature/:id': Row<'feature'>[];
  /** Delete a feature */
  'DELETE /user-data/v1/feature/:id': Row<'feature'>[];
  /** List the packages */
  'GET /user-data/v1/package': Row<'package'>[];
  /** Get a package by id */
  'GET /user-data/v1/package/:id': Row<'package'>[];
  /** Create one or more packages, all or none */
  'POST /user-data/v1/package': Row<'package'>[];
  /** Update a package; omitted fields keep their values */
  'PUT /user-data/v1/package/:id': Row<'package'>[];
  /** Delete a package */
  'DELETE /user-data/v1/package/:id': Row<'package'>[];
  /** List the feature packages */
  'GET /user-data/v1/feature-package': Row<'feature_package'>[];
  /** Get a feature package by id */
  'GET /user-data/v1/feature-package/:id': Row<'feature_package'>[];
  /** Create one or more feature packages, all or none */
  'POST /user-data/v1/feature-package': Row<'feature_package'>[];
  /** Update a feature package; omitted fields keep their values */
  'PUT /user-data/v1/feature-package/:id': Row<'feature_package'>[];
  /** Delete a feature package */
  'DELETE /user-data/v1/feature-package/:id': Row<'feature_package'>[];
  /** List the preferences of an application */
  'GET /user-data/v1/application-preference/:id': Row<'application_preference'>[];
  /** List the application preferences */
  'GET /user-data/v1/application-preference': Row<'application_preference'>[];
  /** Create one or more application preferences, all or none */
  'POST /user-data/v1/application-preference': Row<'application_preference'>[];
  /** Update an application preference; omitted fields keep their values */
  'PUT /user-data/v1/application-preference/:id': Row<'application_preference'>[];
  /** Delete an application preference */
  'DELETE /user-data/v1/application-preference/:id': RemovedApplicationPreference;
  /** List the preference hierarchy entries */
  'GET /user-data/v1/preference-hierarchy': Row<'preference_hierarchy'>[];
  /** Create one or more preference hierarchy entries, all or none */
  'POST /user-data/v1/preference-hierarchy': Row<'preference_hierarchy'>[];
  /** Update a preference hierarchy entry; omitted fields keep their values */
  'PUT /user-data/v1/preference-hierarchy/:id': Row<'preference_hierarchy'>;
  /** Delete a preference hierarchy entry */
  'DELETE /user-data/v1/preference-hierarchy/:id': Row<'preference_hierarchy'>;
  /** List the entity preferences */
  'GET /user-data/v1/entity-preference': Row<'entity_preference'>[];
  /** Create one or more entity preferences, all or none */
  'POST /user-data/v1/entity-preference': Row<'entity_preference'>[];
  /** Update an entity preference; omitted fields keep their values */
  'PUT /user-data/v1/entity-preference/:id': Row<'entity_preference'>[];
  /** Delete an entity preference */
  'DELETE /user-data/v1/entity-preference/:id': Row<'entity_preference'>[];
  /** List the generic preferences */
  'GET /user-data/v1/generic-preference': GenericPreferenceItem[];
  /** Create one or more generic preferences, all or none */
  'POST /user-data/v1/generic-preference': GenericPreferenceItem[];
  /** Update a generic preference; omitted fields keep their values */
  'PUT /user-data/v1/generic-preference/:id': GenericPreferenceItem[];
  /** Delete a generic preference */
  'DELETE /user-data/v1/generic-preference/:id': GenericPreferenceItem[];
  /** List the preferences of a user in an application */
  'GET /user-data/v1/user-application-preference/:application_id/:user_id': ListedUserApplicationPreference[];
  /** Set one or more preferences of a user in an application, all or none */
  'POST /user-data/v1/user-application-preference/:application_id/:user_id': UserApplicationPreference[];
  /** Update a preference of a user in an application and reduce it to one value */
  'PUT /user-data/v1/user-application-preference/:application_id/:user_id/:preference_id': UserApplicationPreference;
  /** Delete one or more preferences of one type, all or none */
  'DELETE /user-data/v1/user-application-preference/:application_id/:user_id': UserApplicationPreference[];
  /** List the preferences that match all filters, with their values */
  'POST /user-data/v1/get-preference': CompositePreference[];
  /** Set one or more preferences with their values, all or none */
  'POST /user-data/v1/set-preference': CompositePreference[];
  /** List the clients */
  'GET /user-data/v1/client': Row<'client'>[];
  /** Get a client by id */
  'GET /user-data/v1/client/:id': Row<'client'>[];
  /** Create one or more clients, all or none */
  'POST /user-data/v1/client': Row<'client'>[];
  /** Update a client; omitted fields keep their values */
  'PUT /user-data/v1/client/:id': Row<'client'>[];
  /** Delete a client */
  'DELETE /user-data/v1/client/:id': Row<'client'>[];
  /** List the client-brief relationships */
  'GET /user-data/v1/brief-client': Row<'brief_client'>[];
  /** Get a client-brief relationship by id */
  'GET /user-data/v1/brief-client/:id': Row<'brief_client'>[];
  /** Create one or more client-brief relationships, all or none */
  'POST /user-data/v1/brief-client': Row<'brief_client'>[];
  /** Update a client-brief relationship; omitted fields keep their values */
  'PUT /user-data/v1/brief-client/:id': Row<'brief_client'>[];
  /** Update a client-brief relationship; omitted fields keep their values */
  'PUT /user-data/v1/client-brief/:id': Row<'brief_client'>[];
  /** Delete a client-brief relationship */
  'DELETE /user-data/v1/brief-client/:id': Row<'brief_client'>[];
  /** List the content entitlements */
  'GET /user-data/v1/content-entitlement': Row<'content_entitlement'>[];
  /** Get a content entitlement by id */
  'GET /user-data/v1/content-entitlement/:id': Row<'content_entitlement'>[];
  /** Create one or more content entitlements, all or none */
  'POST /user-data/v1/content-entitlement': Row<'content_entitlement'>[];
  /** Update a content entitlement; omitted fields keep their values */
  'PUT /user-data/v1/content-entitlement/:id': Row<'content_entitlement'>[];
  /** Delete a content entitlement */
  'DELETE /user-data/v1/content-entitlement/:id': Row<'content_entitlement'>[];
  /** Set and delete content entitlements; invalid items are skipped and reported */
  'POST /user-data/v1/content-entitlement-sync': [SyncResult] | LegacySyncResult[];
  /** List who is entitled to the given slugs */
  'POST /user-data/v1/content-entitlement-sync/filter': EntitledContent[];
  /** List the active briefs for which a user has a brief entitlement */
  'GET /user-data/v1/user-brief/filter': UserBrief[];
  /** List the active briefs for which a user has a brief entitlement */
  'POST /user-data/v1/user-brief/filter': UserBrief[];
  /** List the brief entitlements of a user or a brief, or check whether a user has one for a brief */
  'GET /user-data/v1/brief-entitlement': BriefEntitlement[] | BriefEntitlementCheck;
  /** Create or replace brief entitlements, all or none; answers with all entitlements of the users */
  'POST /user-data/v1/brief-entitlement': BriefEntitlement[];
  /** List the brief entitlements of a user and the core briefs, the default brief first */
  'GET /user-data/v1/application-entitled-brief': ApplicationEntitledBrief[];
  /** Describe the service: its packages, versions and routes */
  'GET /user-preference/service-description': ServiceDescription;
  /** List the applications */
  'GET /user-preference/v1/application': Row<'application'>[];
  /** Create one or more applications, all or none */
  'POST /user-preference/v1/application': Row<'application'>[];
  /** Update an application; omitted fields keep their values */
  'PUT /user-preference/v1/application/:id': Row<'application'>[];
  /** Delete an application */
  'DELETE /user-preference/v1/application/:id': Row<'application'>[];
  /** List the entity preferences */
  'GET /user-preference/v1/entity-preference': Row<'entity_preference'>[];
  /** Create one or more entity preferences, all or none */
  'POST /user-preference/v1/entity-preference': Row<'entity_preference'>[];
  /** Update an entity preference; omitted fields keep their values */
  'PUT /user-preference/v1/entity-preference/:id': Row<'entity_preference'>[];
  /** Delete an entity preference */
  'DELETE /user-preference/v1/entity-preference/:id': Row<'entity_preference'>[];
  /** List the generic preferences */
  'GET /user-preference/v1/generic-preference': GenericPreferenceItem[];
  /** Create one or more generic preferences, all or none */
  'POST /user-preference/v1/generic-preference': GenericPreferenceItem[];
  /** Update a generic preference; omitted fields keep their values */
  'PUT /user-preference/v1/generic-preference/:id': GenericPreferenceItem[];
  /** Delete a generic preference */
  'DELETE /user-preference/v1/generic-preference/:id': GenericPreferenceItem[];
  /** List the preferences */
  'GET /user-preference/v1/preference': Row<'preference'>[];
  /** Create one or more preferences, all or none */
  'POST /user-preference/v1/preference': Row<'preference'>[];
  /** Update a preference; omitted fields keep their values */
  'PUT /user-preference/v1/preference/:id': Row<'preference'>;
  /** Delete a preference */
  'DELETE /user-preference/v1/preference/:id': Row<'preference'>;
  /** List the preferences that match all filters, with their values */
  'POST /user-preference/v1/get-preference': CompositePreference[];
  /** Set one or more preferences with their values, all or none */
  'POST /user-preference/v1/set-preference': CompositePreference[];
  /** List the preference hierarchy entries */
  'GET /user-preference/v1/preference-hierarchy': Row<'preference_hierarchy'>[];
  /** Create one or more preference hierarchy entries, all or none */
  'POST /user-preference/v1/preference-hierarchy': Row<'preference_hierarchy'>[];
  /** Update a preference hierarchy entry; omitted fields keep their values */
  'PUT /user-preference/v1/preference-hierarchy/:id': Row<'preference_hierarchy'>;
  /** Delete a preference hierarchy entry */
  'DELETE /user-preference/v1/preference-hierarchy/:id': Row<'preference_hierarchy'>;
}
