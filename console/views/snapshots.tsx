import { Page } from '../parts/page.jsx';

export function Snapshots() {
  return <Page title="Snapshots" about="Not built yet." children={null} />;
}
