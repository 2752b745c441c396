const LINKS = [
  ['Documentation', 'https://reactrouter.com/docs'],
  ['Community', 'https://rmx.as/discord'],
];

export function meta() {
  return [{ title: 'A new app' }, { name: 'description', content: 'What the framework begins with' }];
}

/**
 * The parts of the page that a new app of the framework begins with, a heading and a list of links. The template itself is
 * fetched from the network when an app is made; it has styles and pictures more, so the comparison errs against Agio.
 */
export default function Home() {
  return (
    <main>
      <h1>Welcome</h1>
      <nav>
        <p>What is next?</p>
        <ul>
          {LINKS.map(([text, href]) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
