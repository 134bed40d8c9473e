import type { SimpleFaker } from './faker.js';

const FIRST =
  'Ada Anselm Beatriz Carlos Clara Dario Edith Emil Farah Fergus Greta Hamid Hanna Ines Ivo Jana Joris Julia Karim ' +
  'Katya Leif Lena Luca Magda Marek Mirjam Nadia Niels Nora Oskar Paula Petra Quentin Rafael Rosa Samir Selma Sven ' +
  'Tamara Teresa Theo Ulla Viktor Wanda Xavier Yara Zoë';

/** Shuffled, so that neighbours in a list of people are not neighbours in the alphabet. */
const LAST =
  'Rossi Lacroix Schuster Kowalska Olsen Zielinski Meijer Yilmaz Tanaka Thorne Castellanos Okafor Silva ' +
  'Sandoval Rahman Fraser Faber Baptiste Ricci McKenna Vargas Wagner Romero Lindgren Doyle Sørensen Keller ' +
  'Mazur Almeida Moretti Vidal Galli Ivanova Weiss Fontaine Jansen Larsen Petrov Pereira Haugen Becker Jensen ' +
  'Quinn Virtanen Andersen Bergström Brennan Eriksen Novak Marchetti Ueda Cardoso Kaplan Hoekstra';

export function firstNames(): readonly string[] {
  return FIRST.split(' ');
}

export function lastNames(): readonly string[] {
  return LAST.split(' ');
}

export function firstName(faker: SimpleFaker): string {
  return faker.helpers.arrayElement(firstNames());
}

export function personName(faker: SimpleFaker): string {
  return `${firstName(faker)} ${faker.helpers.arrayElement(lastNames())}`;
}
