import { LabIcon } from '@jupyterlab/ui-components';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24">
  <g class="jp-icon3" fill="#616161">
    <path d="M12 5.5a5.5 5.5 0 0 0-3.2 9.97V17.5a1 1 0 0 0 1 1h4.4a1 1 0 0 0 1-1v-2.03A5.5 5.5 0 0 0 12 5.5zm1.5 8.75-.3.2v2.05h-2.4v-2.05l-.3-.2a3.5 3.5 0 1 1 3 0z"/>
    <path d="M9.8 19.6h4.4v.7a1.2 1.2 0 0 1-1.2 1.2h-2a1.2 1.2 0 0 1-1.2-1.2z"/>
    <path d="M11.2 1.5h1.6v2.4h-1.6zM3.86 4.99l1.13-1.13 1.7 1.7-1.13 1.13zM19.01 3.86l1.13 1.13-1.7 1.7-1.13-1.13zM1.5 11.2h2.4v1.6H1.5zM20.1 11.2h2.4v1.6h-2.4z"/>
  </g>
</svg>`;

export const luxIcon = new LabIcon({ name: 'lux-nb:icon', svgstr: SVG });
