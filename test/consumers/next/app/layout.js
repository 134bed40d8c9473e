import { MockConsole } from './mock-console.js';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <MockConsole />
      </body>
    </html>
  );
}
