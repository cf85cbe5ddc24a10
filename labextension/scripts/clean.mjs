// Take away what the build made.
import { rmSync } from 'node:fs';

for (const folder of ['lib', '../lux_nb/labextension', '../lux_nb/widgets/static']) {
  rmSync(folder, { recursive: true, force: true });
}
