import { Page } from '../parts/page.jsx';

export function People() {
  return <Page title="People" about="Not built yet." children={null} />;
}
