import { mountConsole } from 'briefs-mock/console';
import { render } from 'preact';
import { Controls } from './controls.jsx';
import { Playground, PlaygroundProvider } from './playground.js';
import { Reader } from './reader.jsx';
import { RequestEditor } from './request-editor.jsx';

const playground = new Playground();

function App() {
  return (
    <PlaygroundProvider value={playground}>
      <header class="top">
        <h1>briefs-mock</h1>
        <p>
          The mock runs in this page. Read as somebody, bookmark, change a request, break it, or move the clock. No
          request leaves the page, and a reload starts again.
        </p>
      </header>
      <Controls />
      <main>
        <Reader />
        <RequestEditor />
      </main>
    </PlaygroundProvider>
  );
}

render(<App />, document.getElementById('playground') as HTMLElement);
mountConsole(playground.mock, { onPersona: (login) => playground.logIn(login) });
// For the console of the browser's developer tools.
Object.assign(window, { mock: playground.mock });
