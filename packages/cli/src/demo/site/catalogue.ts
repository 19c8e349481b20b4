import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The offers of the demo site. */

const destination = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  tagline: z.string(),
  sky: z.string(),
});
export type Destination = z.infer<typeof destination>;

const stay = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  destination: z.string(),
  kind: z.string(),
  altitude: z.number(),
  price: z.number(),
  rating: z.number(),
  reviews: z.number(),
  sleeps: z.number(),
  amenities: z.array(z.string()),
  sky: z.string(),
  ground: z.string(),
  blurb: z.string(),
});
export type Stay = z.infer<typeof stay>;

const review = z.object({ guest: z.string(), trip: z.string(), score: z.number(), text: z.string() });
export type Review = z.infer<typeof review>;

const catalogue = z.object({
  destinations: z.array(destination),
  stays: z.array(stay),
  reviews: z.array(review),
});
export type Catalogue = z.infer<typeof catalogue>;

export async function loadCatalogue(file: string): Promise<Catalogue> {
  return catalogue.parse(JSON.parse(await readFile(file, 'utf8')));
}

export interface Priced {
  id: string;
  name: string;
  note: string;
  price: number;
}

export const extras: readonly Priced[] = [
  {
    id: 'breakfast',
    name: 'Breakfast basket',
    note: 'Bread, cheese and coffee on the sill each morning',
    price: 36,
  },
  {
    id: 'sauna-evening',
    name: 'Private sauna evening',
    note: 'Fired up for you at six, birch twigs included',
    price: 42,
  },
  { id: 'snowshoes', name: 'Snowshoe hire', note: 'Shoes and poles for everybody', price: 28 },
  { id: 'late-checkout', name: 'Late check-out', note: 'Stay until three in the afternoon', price: 25 },
];

export function roomsOf(stay: Stay): Priced[] {
  return [
    { id: 'nook', name: 'Nook room', note: 'One double bed under the eaves', price: stay.price },
    {
      id: 'panorama',
      name: 'Panorama suite',
      note: 'King bed, corner windows, small balcony',
      price: Math.round(stay.price * 1.4),
    },
    {
      id: 'whole',
      name: `Whole ${stay.kind === 'A-frame' ? stay.kind : stay.kind.toLowerCase()}`,
      note: `All to yourselves, sleeps ${stay.sleeps}`,
      price: Math.round(stay.price * 2.2),
    },
  ];
}
