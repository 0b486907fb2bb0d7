import { readFileSync } from 'fs';
import { join } from 'path';
import { picture, PICTURES, PODS } from '../../scripts/pictures';

test.each(Object.keys(PODS))('the committed picture of %s is up to date', name => {
  expect(picture(name)).toBe(readFileSync(join(PICTURES, `${name}.svg`), 'utf8'));
});
