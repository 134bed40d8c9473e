import { Page } from '../parts/page.jsx';

export function Time() {
  return <Page title="Time" about="Not built yet." children={null} />;
}
