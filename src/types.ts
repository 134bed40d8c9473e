import type * as z from 'zod';
import type * as schemas from './schemas.js';

/** Brief and Bookmark Service. */
export type BriefListItem = z.output<typeof schemas.briefListItem>;
export type BriefDocument = z.output<typeof schemas.briefDocument>;
export type ArticleInDocument = z.output<typeof schemas.articleInDocument>;
export type BookmarkRecord = z.output<typeof schemas.bookmarkRecord>;
export type RemovedBookmark = z.output<typeof schemas.removedBookmark>;
export type BookmarkedBrief = z.output<typeof schemas.bookmarkedBrief>;
export type BookmarkedArticle = z.output<typeof schemas.bookmarkedArticle>;

/** User-Data API and User-Preference API. What is not here is answered as the record is stored: see `Row`. */
export type ServiceDescription = z.output<typeof schemas.serviceDescription>;
export type BriefEntitlement = z.output<typeof schemas.briefEntitlement>;
export type CompositePreference = z.output<typeof schemas.compositePreference>;
export type EntitledContent = z.output<typeof schemas.entitledContent>;
export type SyncResult = z.output<typeof schemas.syncResult>;
export type UserBrief = z.output<typeof schemas.userBrief>;
