const BOOKMARKS = 'https://api.example.com/public-api/v1/bookmark';

/** An application that shows a bookmark before it is saved, and takes it back if that fails. */
export function openReadingList(token: string) {
  const shown: string[] = [];
  const add = async (document: string) => {
    shown.push(document);
    const headers = { authorization: `Bearer ${token}` };
    const { ok } = await fetch(`${BOOKMARKS}/${document}`, { method: 'POST', headers });
    if (!ok) shown.pop();
  };
  return { shown, add };
}
