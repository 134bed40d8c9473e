import { configureStore, type Dispatch } from '@reduxjs/toolkit';
import { createApi as createQueryApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BookmarkedArticle, Mock } from 'briefs-mock';
import { Provider } from 'react-redux';

const tagTypes = ['Bookmark'] as const;

const readingApi = createQueryApi({
  baseQuery: fetchBaseQuery({ baseUrl: 'https://api.example.com/public-api/v1' }),
  tagTypes,
  endpoints: (build) => ({
    bookmarks: build.query<BookmarkedArticle[], string>({
      query: (token) => ({ url: '/bookmark/article', headers: { authorization: `Bearer ${token}` } }),
      transformResponse: ({ data }: { data: BookmarkedArticle[] }) => data,
      providesTags: ['Bookmark'],
    }),
  }),
});

/** Loads what is on the page again after each change of the mock: RTK Query knows its queries by their tags. */
export function follow(mock: Mock, { dispatch }: { dispatch: Dispatch }) {
  mock.on('change', () => dispatch(readingApi.util.invalidateTags([...tagTypes])));
}

function Bookmarks({ token }: { token: string }) {
  const { data = [] } = readingApi.useBookmarksQuery(token);
  return data.map(({ gid, title }) => <li key={gid}>{title}</li>);
}

export function start(mock: Mock, token: string) {
  const store = configureStore({
    reducer: { [readingApi.reducerPath]: readingApi.reducer },
    middleware: (defaults) => defaults().concat(readingApi.middleware),
  });
  follow(mock, store);
  return (
    <Provider store={store}>
      <Bookmarks token={token} />
    </Provider>
  );
}
