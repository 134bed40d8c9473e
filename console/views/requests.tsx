import { Page } from '../parts/page.jsx';

export function Requests() {
  return <Page title="Requests" about="Not built yet." children={null} />;
}
