import type { Desk } from './story.js';

export const transport: Desk = {
  words: {
    operator:
      'Transvia, Blueline Rail, Ostbahn Regional, Ferrolink, Norrtrain, Cityway, Coastline Trains, Arcadia Rail, ' +
      'Vallée Express, Midland & Western',
    haulier:
      'Kronberg Freight, Oxbow Haulage, Portico Logistics, TransAlpin Cargo, Veldhuis Transport, ' +
      'Brandt & Daughters, Skagen Road, Ibercarga, Fenwick Lines, Lakeside Parcel',
    pair:
      'Ghent and Lille, Aarhus and Odense, Graz and Linz, Porto and Vigo, Leeds and York, Bergen and Voss, ' +
      'Turin and Milan, Rostock and Berlin, Nantes and Rennes, Gothenburg and Malmö',
    airline: 'Aerolane, Fjordair, Solair, Westwing, Corvid Airways, Alpenjet, Meridia, Linnet Air',
  },
  outlets: 'Rail Monitor, The Quayside, Freight Notes, Mobility Post, Road & Rail, Transport Log',
  stories: [
    {
      category: 'Rail',
      title: '{operator} to run hourly trains between {pair} from {month:May|June|September|December}',
      lead: 'The service adds <b>{n:8-18} trains a day</b> in each direction and cuts the journey by up to {min:9-34} minutes.',
      more: [
        'Three stops that lost their trains in the last timetable get them back.',
        'Fares are not expected to change before {year+1}.',
      ],
    },
    {
      category: 'Ports',
      title:
        'Container traffic at the port of {port} {d:up/rose/larger ships and a new inland terminal|down/fell/two storms and a strike by crane drivers} {pct:1.4-9.6}% in {lastmonth}',
      lead: 'The port handled {teu:64-390},000 standard containers; volumes {d.1} because of {d.2}.',
      more: [
        'Exports of machinery grew fastest.',
        'Waiting time for barges came down to {h:14-38} hours, the <a href="https://ports.example/statistics">harbour authority</a> said.',
      ],
    },
    {
      category: 'Roads',
      title:
        '{town} to close its {road:ring road tunnel|northern bypass|river bridge|railway underpass} for {n:6-20} weeks of repairs',
      lead: 'Inspectors found corroded {part:anchors|bearings|drainage|cable ducts} in {k:12-48} places; lorries are already banned.',
      more: [
        'Free shuttle buses will run every ten minutes at peak hours.',
        'The closure starts after the school holidays, the city said on {workday}.',
      ],
    },
    {
      category: 'Work',
      title:
        '{who:Bus|Tram|Train} drivers in {town} {d:call off/accepted/ends a dispute of five months|vote to prolong/rejected/would have run for two years} strike over pay',
      lead: 'Members {d.1} an offer of <em>{pct:3.1-6.4}%</em> that {d.2}.',
      more: ['Turnout was {t:61-88}%, according to the union.', 'Talks about rest times continue separately.'],
    },
    {
      category: 'Freight',
      title: '{haulier} orders {n:20-160/10} electric lorries for its {what:supermarket|parcel|regional|port} rounds',
      lead: 'The vehicles cover up to {km:320-540/10} kilometres on one charge and arrive over the next two years.',
      more: [
        'Depots in {town} and {town2} are first to be fitted with chargers.',
        'The purchase is backed by a <b>green loan of €{m=n*0.3}m</b>.',
      ],
    },
    {
      category: 'Aviation',
      title:
        '{airline} {d:opens/creates/five new routes start in summer|closes/costs/all routes end with the winter timetable} base in {town} with {n:3-8} aircraft',
      lead: 'The step {d.1} {jobs=n*35} jobs; {d.2}.',
      more: [
        // plain-english-ignore: the text of an article.
        'Airport charges were decisive, chief executive {person} told staff.',
        'Two other airlines fly from the same airport.',
      ],
    },
    {
      category: 'Ferries',
      title:
        'Battery ferry for {port} passes its sea trials {when:a month early|at the second attempt|without a fault}',
      lead: 'The vessel carries {n:180-420/10} passengers and {k:40-110} cars and charges in {min:9-17} minutes.',
      more: [
        'It replaces two diesel ferries that are more than thirty years old.',
        'Crews noticed first <em>how quiet</em> it was, said {person}, its captain.',
      ],
    },
    {
      category: 'Rail',
      title:
        'Punctuality at {operator} {d:climbs to/best/better turn-round times at terminal stations|slips to/worst/works on three bridges} {pct:78-94}%',
      lead: 'That is the {d.1} figure in two years; the company explains it by {d.2}.',
      more: [
        'A train counts as late from five minutes.',
        'Passengers may claim compensation through a <a href="https://claims.example">single form</a> from {nextmonth}.',
      ],
    },
    {
      category: 'Cycling',
      title: 'Counters in {town} record {n:9-48},000 cyclists a day',
      lead: 'The number has risen by {pct:11-37}% since the protected lane along the river opened.',
      more: [
        'Shopkeepers who opposed the lane report steady sales.',
        'The next section, {km:2.1-6.8} kilometres long, goes out to tender in {nextmonth}.',
      ],
    },
    {
      category: 'Tickets',
      title: 'One ticket for trains, buses and ferries across {region}',
      lead: 'From {month:May|July|September} a day pass costs <b>€{e:9-19}</b> wherever the journey starts.',
      more: [
        'Eleven operators share the revenue by counted passengers.',
        'Paper tickets remain on sale at {n:120-480/10} kiosks.',
      ],
    },
    {
      category: 'Safety',
      title:
        'Investigators blame {cause:worn points|a signalling fault|leaf residue|a software update} for tram collision in {town}',
      lead: 'The report makes {n:4-13} recommendations; nobody was seriously hurt.',
      more: [
        'Speed at the junction stays limited to 15 kilometres an hour for now.',
        'The operator has checked {k:60-190} similar places and found no other fault.',
      ],
    },
    {
      category: 'Projects',
      title:
        'Cost of rail tunnel at {town} {d:rises to/more/softer rock than the drillings had shown|comes down to/less/a shorter cross-passage design} €{bn:1.4-6.8}bn',
      lead: 'That is {pct:6-24}% {d.1} than budgeted, which the builders put down to {d.2}.',
      more: [
        'Opening is still planned for {year+6}.',
        'Parliament’s budget committee hears the project director, {person}, next week.',
      ],
    },
    {
      category: 'Warehousing',
      title: '{haulier} takes {n:18-95},000 square metres of warehouse space near {town}',
      lead: 'The lease runs for {y:8-15} years and brings together four smaller depots.',
      more: [
        'Rents for modern halls in the area have been flat since the autumn.',
        'Up to {jobs:90-380/10} people will work there in two shifts.',
      ],
    },
    {
      category: 'Automation',
      title:
        'Driverless shuttle trial in {town} is {d:extended/carried/without a single accident|wound up/carried only/before the money ran out}',
      lead: 'The buses {d.1} {n:11-62},000 people in eighteen months {d.2}.',
      more: [
        'Attendants had to step in every {km:90-410/10} kilometres on average.',
        'The transport ministry wants a <em>national</em> rule book by the end of {year}.',
      ],
    },
    {
      category: 'Tolls',
      title: 'Lorry tolls in {country} will depend on carbon emissions from {year+1}',
      lead: 'A modern diesel lorry will pay about <b>{ct:6-16} cents</b> more per kilometre; electric ones travel at a quarter of the rate.',
      more: [
        'Hauliers say they need two years to adapt contracts.',
        'Income of around €{m:240-860/20}m a year is earmarked for rail freight &amp; bridges.',
      ],
    },
    {
      category: 'Night trains',
      title:
        'Night train from {town} to {city:Vienna|Paris|Berlin|Barcelona|Prague} {d:sells out/Beds were gone by the first weekend|sells slowly/Only the beds are gone, while seats remain}',
      lead: '{d.1}, according to operator {operator}.',
      more: ['A single berth costs from <b>€{e:89-149/10}</b>.', 'New coaches are delayed until {year+1}.'],
    },
    {
      category: 'Parking',
      title:
        '{town} doubles parking fee for {what:cars over two tonnes|camper vans|second cars|cars longer than five metres}',
      lead: 'Residents pay {e:120-360/10} euros a year; the money goes into pavements and crossings.',
      more: ['Tradespeople and disabled drivers are exempt.', 'About {n:4-28},000 vehicles are affected.'],
    },
    {
      category: 'Inland shipping',
      title: '{haulier} moves {what:scrap metal|grain|building stone|new cars} from lorries to barges',
      lead: 'Each trip replaces up to <em>{n:60-140/10} lorry runs</em> and takes {h:9-30} hours longer.',
      more: ['Low water is the main risk in late summer.', 'The quay at {town} was extended for the purpose.'],
    },
  ],
};
