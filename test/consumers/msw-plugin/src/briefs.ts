import type { BriefListItem } from 'briefs-mock';

/** Lists the briefs of the reader. */
export async function showBriefs() {
  const response = await fetch('/public-api/v1/brief');
  const { data }: { data: BriefListItem[] } = await response.json();
  const items = data.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name }));
  document.querySelector('[aria-label="Briefs"]')?.replaceChildren(...items);
}
