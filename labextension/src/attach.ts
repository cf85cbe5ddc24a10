import { Clipboard } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';
import type { AttachInfo } from './answers';

/** The body of the dialog that says how an assistant attaches. */
export function attachBody(info: AttachInfo): Widget {
  const body = new Widget();
  body.addClass('lux-Attach');
  body.node.append(
    paragraph(
      info.serving
        ? 'This kernel is served. Choose the assistant, put this into its configuration file, and start it again.'
        : 'The server is off, so nothing can attach yet. This is what the assistant’s configuration will need.'
    )
  );
  const choice = document.createElement('select');
  choice.className = 'lux-Select';
  choice.setAttribute('aria-label', 'Assistant');
  for (const client of info.clients) {
    choice.append(new Option(client.title, client.name));
  }
  const file = document.createElement('p');
  file.className = 'lux-Attach-file';
  const text = document.createElement('pre');
  text.className = 'lux-Clauses';
  text.tabIndex = 0;
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'lux-Button';
  const terminal = document.createElement('code');
  const show = (): void => {
    const client = info.clients.find(one => one.name === choice.value) ?? info.clients[0];
    file.textContent = client.file;
    text.textContent = client.configuration;
    text.setAttribute('aria-label', `Configuration of ${client.title}`);
    copy.textContent = 'Copy';
    terminal.textContent = `lux-nb install ${client.name}`;
  };
  choice.addEventListener('change', show);
  copy.addEventListener('click', () => {
    Clipboard.copyToSystem(text.textContent ?? '');
    copy.textContent = 'Copied';
  });
  show();
  const last = paragraph('A terminal does the same with ');
  last.append(terminal);
  body.node.append(choice, file, text, copy, last);
  return body;
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}
