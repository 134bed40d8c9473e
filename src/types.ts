import type * as z from 'zod';
import type * as schemas from './schemas.js';

/** Brief and Bookmark Service: what it answers. No request of it has a body. */
export type BriefListItem = z.output<typeof schemas.briefListItem>;
export type BriefDocument = z.output<typeof schemas.briefDocument>;
export type DateEntry = z.output<typeof schemas.dateEntry>;
export type ArticleSource = z.output<typeof schemas.articleSource>;
export type ArticleInDocument = z.output<typeof schemas.articleInDocument>;
export type BookmarkRecord = z.output<typeof schemas.bookmarkRecord>;
export type RemovedBookmark = z.output<typeof schemas.removedBookmark>;
export type BookmarkedBrief = z.output<typeof schemas.bookmarkedBrief>;
export type BookmarkedArticle = z.output<typeof schemas.bookmarkedArticle>;

/** User-Data API and User-Preference API: what they answer. What is not here is answered as it is stored: see `Row`. */
export type ServiceDescription = z.output<typeof schemas.serviceDescription>;
export type ApplicationEntitledBrief = z.output<typeof schemas.applicationEntitledBrief>;
export type BriefEntitlement = z.output<typeof schemas.briefEntitlement>;
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

/** And what they take. The plain resources take columns of their records: see `Values`. */
export type ChangedUserApplicationPreference = z.input<typeof schemas.changedUserApplicationPreference>;
export type ContentSelection = z.input<typeof schemas.contentSelection>;
export type LegacySyncItem = z.input<typeof schemas.legacySyncItem>;
export type NewBriefEntitlement = z.input<typeof schemas.newBriefEntitlement>;
export type NewUserApplicationPreference = z.input<typeof schemas.newUserApplicationPreference>;
export type PreferenceFilters = z.input<typeof schemas.preferenceFilters>;
export type PreferenceSetting = z.input<typeof schemas.preferenceSetting>;
export type SyncItem = z.input<typeof schemas.syncItem>;
export type UserApplicationPreferenceRemoval = z.input<typeof schemas.userApplicationPreferenceRemoval>;
