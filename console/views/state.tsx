import { Page } from '../parts/page.jsx';

export function State() {
  return <Page title="State" about="Not built yet." children={null} />;
}
