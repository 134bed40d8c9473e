import { Page } from '../parts/page.jsx';

export function Sessions() {
  return <Page title="Sessions" about="Not built yet." children={null} />;
}
