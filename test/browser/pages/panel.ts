// A page with an application that is logged in through the panel, and whose address chooses the options of the panel.
import { chapter, createMock, defineScenario, type Mock } from 'briefs-mock';
import { mountConsole } from 'briefs-mock/console';

const options = new URLSearchParams(location.search);
const fail = () => {
  throw new Error('nobody is here');
};
const story = [
  chapter('Start', { at: '2026-03-04T09:00Z' }),
  chapter('Broken', { at: '2026-03-05T09:00Z', prepare: fail }),
];
const desk = defineScenario({
  name: 'desk',
  description: 'A reader',
  clock: '2026-03-04T09:00:00Z',
  personas: [{ key: 'ann', email: 'ann@desk.example', token: 'ann-token', description: 'A reader' }],
  seed({ make }) {
    make.user({ fname: 'Ann', email: 'ann@desk.example' });
  },
  ...(options.has('story') && { chapters: story }),
});

const mock = createMock({ scenario: desk, baseUrl: '/' });
const mount = (shown: Pick<Mock, 'fetch'> = mock) =>
  mountConsole(shown, {
    dock: (options.get('dock') ?? undefined) as 'right' | undefined,
    onPersona: ({ email }) => {
      document.title = `Logged in: ${email}`;
    },
  });
const content = document.createElement('main');
content.innerHTML = '<h1>Reader</h1><button>Send</button>';
content.onclick = () => mock.fetch('/public-api/v1/brief');
document.body.append(content);
// As before a hot update of the module that creates the mock.
const replaced = {
  fetch: () => {
    document.title = 'Asked a mock that was replaced';
    return mock.fetch('/__mock/health');
  },
};
if (options.has('replaced')) mount(replaced);
mount();
if (options.has('twice')) mount();
if (options.has('send')) content.click();
Object.assign(window, { mock, mountConsole });
