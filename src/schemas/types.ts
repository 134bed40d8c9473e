import type * as z from 'zod/mini';
import type * as schemas from './declared-schemas.js';

/** The answers of the Brief and Bookmark Service. None of its requests has a body. */
export type BriefListItem = z.output<typeof schemas.briefListItem>;
export type BriefDocument = Omit<z.output<typeof schemas.briefDocument>, 'article'> & {
  /** The articles, in ascending order of their position. */
  article: ArticleInDocument[];
};
export type DateEntry = z.output<typeof schemas.dateEntry>;
export type ArticleSource = z.output<typeof schemas.articleSource>;
/** With `behavior.articleGid` off, `gid` is missing. */
export type ArticleInDocument = z.output<typeof schemas.articleInDocument> & { gid: string };
export type BookmarkRecord = z.output<typeof schemas.bookmarkRecord>;
export type RemovedBookmark = z.output<typeof schemas.removedBookmark>;
export type BookmarkedBrief = z.output<typeof schemas.bookmarkedBrief>;
export type BookmarkedArticle = z.output<typeof schemas.bookmarkedArticle>;

/** The answers of the User-Data API and the User-Preference API. All others are stored records: see `Row`. */
export type ServiceDescription = z.output<typeof schemas.serviceDescription>;
export type ApplicationEntitledBrief = z.output<typeof schemas.applicationEntitledBrief>;
export type BriefEntitlement = z.output<typeof schemas.briefEntitlement>;
export type BriefEntitlementCheck = z.output<typeof schemas.briefEntitlementCheck>;
export type CompositePreference = z.output<typeof schemas.compositePreference>;
export type EntityValue = z.output<typeof schemas.entityValue>;
export type EntitledContent = z.output<typeof schemas.entitledContent>;
export type GenericPreferenceItem = z.output<typeof schemas.genericPreferenceItem>;
export type GenericValue = z.output<typeof schemas.genericValue>;
export type LegacySyncResult = z.output<typeof schemas.legacySyncResult>;
export type ListedUserApplicationPreference = z.output<typeof schemas.listedUserApplicationPreference>;
export type RemovedApplicationPreference = z.output<typeof schemas.removedApplicationPreference>;
export type SyncResult = z.output<typeof schemas.syncResult>;
export type UserApplicationPreference = z.output<typeof schemas.userApplicationPreference>;
export type UserPreference = z.output<typeof schemas.userPreference>;
export type UserBrief = z.output<typeof schemas.userBrief>;

/** The request bodies of both APIs. All others consist of columns of a record: see `Values`. */
export type ChangedUserApplicationPreference = z.input<typeof schemas.changedUserApplicationPreference>;
export type ContentSelection = z.input<typeof schemas.contentSelection>;
export type LegacySyncItem = z.input<typeof schemas.legacySyncItem>;
export type NewBriefEntitlement = z.input<typeof schemas.newBriefEntitlement>;
export type NewUserApplicationPreference = z.input<typeof schemas.newUserApplicationPreference>;
export type PreferenceFilters = z.input<typeof schemas.preferenceFilters>;
export type PreferenceSetting = z.input<typeof schemas.preferenceSetting>;
export type SyncItem = z.input<typeof schemas.syncItem>;
export type UserApplicationPreferenceRemoval = z.input<typeof schemas.userApplicationPreferenceRemoval>;
