/** The bodies of the brief and bookmark API, as tests read them. Every answer is validated against the full schema. */

export interface BriefList {
  data: { name: string; slug: string }[];
}

interface DateEntry {
  date: string;
  gid: string;
  selected?: true;
}

interface ArticleInDocument {
  gid?: string;
  category: string;
  title: string;
  source: { name: string; link: string }[];
  snippet: string;
  liked: boolean | null;
  bookmarked: boolean;
  share: string;
}

export interface BriefDocument {
  data: {
    name: string;
    slug: string;
    gid: string;
    date_option: { picker: DateEntry[]; slider: DateEntry[] };
    article: ArticleInDocument[];
    bookmarked: boolean;
    share: string;
    upgrade: string;
    web: string;
  };
  error: [];
}

interface Content {
  brief_slug: string;
  brief_gid: string;
  article_gid?: string;
  url: string;
}

export interface BookmarkRecord {
  data: [{ email: string; preference_slug: 'bookmark'; value: Content; created_on: number }];
}

export interface BookmarkedBriefs {
  data: { name: string; date: string; slug: string; gid: string; bookmarked: true; upgrade: string; web: string }[];
}

export interface BookmarkedArticles {
  data: {
    category: string | null;
    title: string;
    gid: string;
    sources: { name: string; link: string }[];
    snippet: string;
    liked: boolean;
    bookmarked: true;
    share: string;
    brief: { name: string; slug: string; gid: string; date: string };
  }[];
}

/** An error of the brief and bookmark API. */
export interface Failure {
  data: null;
  error: [{ status: number; code: string; message: string }];
}

/** An error of the control API. */
export interface ControlFailure {
  error: { code: string; message: string; issues?: { path: string; message: string }[] };
}

/** `data` of a service description. */
export interface ServiceDescription {
  python_version: string;
  installed_packages: string[];
  name: string;
  versions: string[];
  middleware: string[];
  routes: Record<string, Record<string, string[]>>;
}
