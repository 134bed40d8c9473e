import { Page } from '../parts/page.jsx';

export function Faults() {
  return <Page title="Faults" about="Not built yet." children={null} />;
}
