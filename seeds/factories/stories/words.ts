import type { Words } from './story.js';

/** Places that every desk may write about. Shuffled, so that neighbouring places do not follow one another. */
export const places: Words = {
  town:
    'Rotterdam, Aarhus, Leeds, Valencia, Tampere, Graz, Nantes, Cork, Gdansk, Turin, Malmö, Ghent, Bristol, ' +
    'Rostock, Porto, Bergen, Lille, Ostrava, Dundee, Seville, Odense, Leipzig, Trieste, Groningen, Tallinn, ' +
    'Bilbao, Gothenburg, Linz, Antwerp, Oulu',
  port: 'Antwerp, Bilbao, Gdansk, Trieste, Cork, Gothenburg, Valencia, Rostock, Rotterdam, Tallinn',
  region:
    'Flanders, Silesia, Brittany, Skåne, Lombardy, East Anglia, Jutland, Galicia, Saxony, Wales, Normandy, ' +
    'Tuscany, Bavaria, Catalonia, West Yorkshire, Tyrol',
  country:
    'Denmark, Portugal, Austria, Ireland, Poland, Finland, Spain, Latvia, Belgium, Norway, Italy, Estonia, ' +
    'Germany, Sweden, Lithuania, France',
};
